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
  /** Columns for a screen, at most a thousand rows. */
  TEXT,
  /** Comma-separated values with all digits. */
  CSV,
  /** List of objects, one per row. Numbers stay numbers; null replaces values that JSON numbers cannot represent. */
  JSON,
  /** Parquet file with units and meanings of its columns. */
  PARQUET,
  /** Arrow IPC with units and meanings of its columns: a file, or a stream if printed. */
  ARROW;

  private static final String OPTION = "--format";
  private static final String OUT = "--out";
  private static final String ENDS_WITH_NONE = "' ends with none of .parquet, .arrow, .feather, .csv and .json";
  /** Another file name ending of Arrow files, version 2. */
  private static final String FEATHER = ".feather";

  /**
   * Returns the format of printed results.
   *
   * @param format its name in any case; null: {@link #TEXT}
   * @param onTerminal reports whether the output is a terminal; called for {@link #ARROW} only
   * @throws InputError if the format cannot be printed
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
   * Returns the format of a result file, by the ending of its name.
   *
   * @param format name of the same format, or null. Any format is valid for a file name without a format's ending.
   * @throws InputError if the two differ, or neither specifies a format
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
