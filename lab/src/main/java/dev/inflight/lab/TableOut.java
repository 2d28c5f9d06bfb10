package dev.inflight.lab;

import dev.inflight.lab.ResultFile.Field;
import dev.inflight.lab.ResultFile.Type;

/** A table in the making: takes the values of a row in the order of the table's columns, and refuses any other. */
final class TableOut {
  private static final int PS_DIGITS = 3;

  private final TextOut out;
  private final ResultFile table;
  private final Field[] columns;
  private int at;

  /** Begins the table's file in a folder, with the names of its columns. */
  TableOut(RunFolder folder, ResultFile table) {
    this.table = table;
    columns = table.fields().toArray(Field[]::new);
    out = folder.file(table.name()).text(table.header()).mark('\n');
  }

  /** A whole number. */
  TableOut whole(String column, long value) {
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
  TableOut time(String column, long ps) {
    if (begin(column, Type.DECIMAL).decimals() != PS_DIGITS) {
      throw new IllegalStateException(table.name() + ": '" + column + "' has no room for picoseconds");
    }
    out.nanoseconds(ps);
    return this;
  }

  /** A name or choice. */
  TableOut word(String column, String value) {
    begin(column, Type.WORD);
    out.text(value);
    return this;
  }

  /** Any text. */
  TableOut text(String column, String value) {
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
  void end() {
    if (at != columns.length) {
      throw new IllegalStateException(table.name() + ": a row ends without '" + columns[at].name() + "'");
    }
    at = 0;
    out.mark('\n');
  }
}
