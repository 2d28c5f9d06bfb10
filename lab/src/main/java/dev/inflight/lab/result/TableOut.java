package dev.inflight.lab.result;

import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;

/** A table in the making: takes the values of a row in the order of the table's columns, and refuses any other. */
public final class TableOut {
  private static final int PS_DIGITS = 3;

  private final RunFolder folder;
  private final TextWriter out;
  private final ResultFile table;
  private final Field[] columns;
  private int at;

  /** Begins the table's file in a folder, with the names of its columns. */
  public TableOut(RunFolder folder, ResultFile table) {
    this.folder = folder;
    this.table = table;
    columns = table.fields().toArray(Field[]::new);
    out = folder.file(table.name()).text(table.header()).mark('\n');
  }

  /** A whole number. */
  public TableOut whole(String column, long value) {
    begin(column, Type.WHOLE);
    out.number(value);
    return this;
  }

  /** A number, with as many decimals as the column has. */
  TableOut decimal(String column, double value) {
    out.decimal(value, begin(column, Type.DECIMAL).decimals());
    return this;
  }

  /** A time, in nanoseconds with three decimals. */
  public TableOut time(String column, long ps) {
    if (begin(column, Type.DECIMAL).decimals() != PS_DIGITS) {
      throw new IllegalStateException(table.name() + ": '" + column + "' has no room for picoseconds");
    }
    out.nanoseconds(ps);
    return this;
  }

  /** One of the values that the column can have. */
  public TableOut choice(String column, String value) {
    if (!begin(column, Type.CHOICE).choices().contains(value)) {
      throw new IllegalStateException(table.name() + ": '" + column + "' is never '" + value + "'");
    }
    out.text(value);
    return this;
  }

  /** A name. */
  TableOut word(String column, String value) {
    begin(column, Type.WORD);
    out.text(value);
    return this;
  }

  /** Any text. */
  public TableOut text(String column, String value) {
    begin(column, Type.TEXT);
    out.mark('"').text(value.replace("\"", "\"\"")).mark('"');
    return this;
  }

  /** No value. */
  TableOut none(String column) {
    Field field = columns[Math.min(at, columns.length - 1)];
    begin(column, field.type());
    if (!field.canBeAbsent()) {
      throw new IllegalStateException(table.name() + ": '" + column + "' always has a value");
    }
    return this;
  }

  private Field begin(String column, Type type) {
    if (at == columns.length || !columns[at].name().equals(column) || columns[at].type() != type) {
      throw new IllegalStateException(table.name() + " has no column '" + column + "' of type " + type + " at place " + at);
    }
    if (at > 0) {
      out.mark(',');
    }
    return columns[at++];
  }

  /** Ends the row. */
  public void end() {
    if (at != columns.length) {
      throw new IllegalStateException(table.name() + ": a row ends without '" + columns[at].name() + "'");
    }
    at = 0;
    out.mark('\n');
    folder.flushIfAsked();
  }
}
