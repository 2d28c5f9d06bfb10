package dev.inflight.lab.result;

import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import dev.inflight.net.measure.MeasureUnit;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.measure.Column;
import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.Rate;
import dev.inflight.sim.measure.Valued;
import org.jspecify.annotations.Nullable;

/** Writer of a table. It takes the values of a row in the order of the table's columns, and rejects any other order. */
public final class TableOut {
  private static final int PS_DIGITS = 3;

  private final RunFolder folder;
  private final TextWriter out;
  private final ResultFile table;
  private final Field[] columns;
  private int at;

  /** Starts the table's file in a folder, with a line of column names. */
  public TableOut(RunFolder folder, ResultFile table) {
    this.folder = folder;
    this.table = table;
    columns = table.fields().toArray(Field[]::new);
    out = folder.file(table.name()).text(table.header()).mark('\n');
  }

  /** Writes an integer. */
  public TableOut whole(String column, long value) {
    begin(column, Type.WHOLE);
    out.number(value);
    return this;
  }

  /** Writes a number with the column's number of decimals. */
  TableOut decimal(String column, double value) {
    out.decimal(value, begin(column, Type.DECIMAL).decimals());
    return this;
  }

  /** Writes a time in nanoseconds with three decimals. */
  public TableOut time(String column, long ps) {
    if (begin(column, Type.DECIMAL).decimals() != PS_DIGITS) {
      throw new IllegalStateException(table.name() + ": '" + column + "' has no room for picoseconds");
    }
    out.nanoseconds(ps);
    return this;
  }

  /**
   * Writes values measured until the end of the simulated time, into the columns for them.
   *
   * @param all all constants
   * @param span the run's time
   */
  <V extends Enum<V> & Valued> TableOut atEnd(V[] all, MeasuredValues<V> counts, RunResult.TimeSpan span) {
    for (V value : all) {
      Column column = value.columns().atEnd();
      boolean ofBulk = column != null && column.unit() == MeasureUnit.SHARE_OF_BULK_TIME;
      measured(column, counts.of(value), ofBulk ? span.bulkPs() : span.simulatedPs());
    }
    return this;
  }

  /** Writes the values at one time of a series, with their rates. */
  <V extends Enum<V> & Valued> TableOut overTime(V[] all, MeasuredValues<V> counts, MeasuredValues<V> rates, long nowPs) {
    for (V value : all) {
      measured(value.columns().overTime(), counts.of(value), nowPs);
      measured(value.columns().rate(), rates.of(value), nowPs);
    }
    return this;
  }

  private void measured(@Nullable Column column, long value, long ofPs) {
    if (column == null) {
      return;
    }
    switch (column.unit()) {
      case COUNT, BYTES, BITS_PER_SEC -> whole(column.name(), value);
      case BYTES_OR_NONE -> {
        if (value == Long.MAX_VALUE) {
          none(column.name());
        } else {
          whole(column.name(), value);
        }
      }
      case PICOSECONDS -> time(column.name(), value);
      case SHARE_OF_TIME, SHARE_OF_BULK_TIME -> decimal(column.name(), Rate.share(value, ofPs));
    }
  }

  /** Writes one of the column's possible values. */
  public TableOut choice(String column, String value) {
    if (!begin(column, Type.CHOICE).permits(value)) {
      throw new IllegalStateException(table.name() + ": '" + column + "' is never '" + value + "'");
    }
    out.text(value);
    return this;
  }

  /** Writes a name. */
  TableOut word(String column, String value) {
    begin(column, Type.WORD);
    out.text(value);
    return this;
  }

  /** Writes any text. */
  public TableOut text(String column, String value) {
    begin(column, Type.TEXT);
    out.mark('"').text(value.replace("\"", "\"\"")).mark('"');
    return this;
  }

  /** Writes an absent value. */
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
