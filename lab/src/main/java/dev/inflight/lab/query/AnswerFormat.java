package dev.inflight.lab.query;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
  PARQUET,
  /** Arrow IPC with units and meanings of its columns: a file, or a stream where it is printed. */
  ARROW;

  private static final String OPTION = "--format";
  private static final String OUT = "--out";
  private static final String ENDS_WITH_NONE = "' ends with none of .parquet, .arrow, .feather, .csv and .json";
  /** Another name of Arrow files, of their version 2. */
  private static final String FEATHER = ".feather";

  /**
   * Returns the format of printed results.
   *
   * @param format its name in any case; null: {@link #TEXT}
   * @param onTerminal reports whether a terminal receives the result; called for {@link #ARROW} only
   * @throws InputError when the format cannot be printed
   */
  public static AnswerFormat printed(@Nullable String format, BooleanSupplier onTerminal) {
    AnswerFormat read = format == null ? TEXT : parse(format);
    if (read == PARQUET) {
      throw SourceLocation.of(OPTION).error("parquet is written to a file only: --out FILE.parquet");
    }
    if (read == ARROW && onTerminal.getAsBoolean()) {
      throw SourceLocation.of(OPTION).error("arrow is not for a terminal; pipe it to a program, or --out FILE.arrow");
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
    Optional<AnswerFormat> ofName = name.endsWith(FEATHER)
        ? Optional.of(ARROW)
        : Stream.of(PARQUET, ARROW, CSV, JSON).filter(one -> name.endsWith("." + one)).findFirst();
    if (format == null) {
      return ofName.orElseThrow(() -> SourceLocation.of(OUT).error("'" + file + ENDS_WITH_NONE));
    }
    AnswerFormat read = parse(format);
    if (read == TEXT) {
      throw SourceLocation.of(OPTION)
          .error("text is for the screen, which shows a thousand rows; a file has csv, json, parquet or arrow");
    }
    if (ofName.isPresent() && ofName.get() != read) {
      throw SourceLocation.of(OPTION).error("'" + file + "' ends with " + name.substring(name.lastIndexOf('.'))
          + ", and the format is " + read + "; give one of them, or --out FILE." + read);
    }
    return read;
  }

  private static AnswerFormat parse(String format) {
    String small = format.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(one -> one.toString().equals(small)).findFirst()
        .orElseThrow(() -> SourceLocation.of(OPTION).error("unknown format " + Quoted.of(format)
            + Suggestion.hint(format, Arrays.stream(values()).map(AnswerFormat::toString).toList())));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
