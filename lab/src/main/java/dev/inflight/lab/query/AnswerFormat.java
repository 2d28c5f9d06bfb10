package dev.inflight.lab.query;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Formats of query results. */
public enum AnswerFormat {
  /** Columns for reading, of a thousand rows; only on a screen. */
  TEXT,
  /** Comma-separated values, with every digit. */
  CSV,
  /** A list of objects, one for each row, with numbers as numbers; of a value that JSON has no number for, null. */
  JSON,
  /** A Parquet file with units and meanings of its columns; only in a file. */
  PARQUET;

  private static final String OPTION = "--format";
  private static final String OUT = "--out";
  private static final String ENDS_WITH_NONE = "' ends with none of .parquet, .csv and .json";
  /** Endings of the names of Arrow files. */
  private static final List<String> OF_ARROW = List.of("arrow", "arrows", "feather", "ipc");
  private static final String NO_ARROW = "Arrow IPC is not written, because DuckDB has it in an extension that must be downloaded;"
      + " pyarrow and polars read Parquet as Arrow: --out FILE.parquet";

  /**
   * Returns the format of printed results.
   *
   * @param format its name in any case; null: {@link #TEXT}
   * @throws InputError when the format cannot be printed
   */
  public static AnswerFormat printed(@Nullable String format) {
    AnswerFormat read = format == null ? TEXT : parse(format);
    if (read == PARQUET) {
      throw SourceLocation.of(OPTION).error("parquet is written to a file only: --out FILE.parquet");
    }
    return read;
  }

  /**
   * Returns the format of a result in a file, by the end of the file's name.
   *
   * @param format name of the same format; null without one. A file name without an ending of a format is valid with any format.
   * @throws InputError when the two differ, or neither names a format
   */
  public static AnswerFormat written(Path file, @Nullable String format) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (OF_ARROW.stream().anyMatch(arrow -> name.endsWith("." + arrow))) {
      throw SourceLocation.of(OUT).error(NO_ARROW);
    }
    Optional<AnswerFormat> ofName = Stream.of(PARQUET, CSV, JSON).filter(one -> name.endsWith("." + one)).findFirst();
    if (format == null) {
      return ofName.orElseThrow(() -> SourceLocation.of(OUT).error("'" + file + ENDS_WITH_NONE));
    }
    AnswerFormat read = parse(format);
    if (read == TEXT) {
      throw SourceLocation.of(OPTION)
          .error("text is for the screen, which shows a thousand rows; a file has csv, json or parquet");
    }
    if (ofName.isPresent() && ofName.get() != read) {
      throw SourceLocation.of(OPTION).error("'" + file + "' ends with ." + ofName.get() + ", and the format is " + read
          + "; give one of them, or --out FILE." + read);
    }
    return read;
  }

  private static AnswerFormat parse(String format) {
    String small = format.toLowerCase(Locale.ROOT);
    if (OF_ARROW.contains(small)) {
      throw SourceLocation.of(OPTION).error(NO_ARROW);
    }
    return Arrays.stream(values()).filter(one -> one.toString().equals(small)).findFirst()
        .orElseThrow(() -> SourceLocation.of(OPTION).error("unknown format " + Quoted.of(format)
            + Suggestion.hint(format, Arrays.stream(values()).map(AnswerFormat::toString).toList())));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
