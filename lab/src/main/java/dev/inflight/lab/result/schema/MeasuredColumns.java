package dev.inflight.lab.result.schema;

import dev.inflight.net.measure.MeasureUnit;
import dev.inflight.sim.measure.Column;
import dev.inflight.sim.measure.Valued;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Descriptions of the columns of measured values, for {@link ResultFile#of}. */
public final class MeasuredColumns {
  private MeasuredColumns() {
  }

  /** Returns the columns of values that are counted until the end of the simulated time. */
  public static String atEnd(Valued[] values) {
    return lines(Arrays.stream(values).map(value -> value.columns().atEnd()));
  }

  /** Returns the columns of a series. */
  public static String overTime(Valued[] values) {
    return lines(Arrays.stream(values).flatMap(value -> Stream.of(value.columns().overTime(), value.columns().rate())));
  }

  private static String lines(Stream<Column> columns) {
    return columns.filter(Objects::nonNull)
        .map(column -> column.name() + " | " + typeAndUnit(column.unit()) + " | " + column.meaning() + "\n")
        .collect(Collectors.joining());
  }

  private static String typeAndUnit(MeasureUnit unit) {
    return switch (unit) {
      case COUNT -> "whole | ";
      case BYTES -> "whole | B";
      case BYTES_OR_NONE -> "whole or none | B";
      case BITS_PER_SEC -> "whole | bit/s";
      case PICOSECONDS -> "decimal 3 | ns";
      case SHARE_OF_TIME, SHARE_OF_BULK_TIME -> "decimal 6 from 0 to 1 | ";
    };
  }
}
