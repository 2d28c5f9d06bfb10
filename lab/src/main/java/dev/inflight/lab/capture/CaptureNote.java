package dev.inflight.lab.capture;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.telemetry.TelemetryFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File next to a capture with the telemetry format and all its parameters, which neither frames nor the classic capture format
 * state. {@code 17-17.telemetry} belongs to {@code 17-17.pcap}.
 */
public final class CaptureNote {
  /** End of the file's name. */
  public static final String ENDING = ".telemetry";

  private static final Pattern CAPTURE = Pattern.compile("(.+)\\.(pcap|pcapng)(\\.gz)?");
  private static final String COMMENT = "#";
  private static final String WHAT = COMMENT
      + " the telemetry in the frames of the capture of this name; 'inflight decode' reads it";
  private static final String NONE = "none";
  private static final int MOST_BYTES = 1 << 16;

  private CaptureNote() {
  }

  /**
   * Returns the file's text.
   *
   * @param telemetry the format that the frames carry, if they carry one
   */
  public static String text(@Nullable TelemetryFormat telemetry) {
    return WHAT + "\n" + (telemetry == null ? NONE : Catalog.TELEMETRY.describe(telemetry)) + "\n";
  }

  /**
   * Returns the formats that the file next to a capture states: one or none.
   *
   * @return empty when there is no such file
   * @throws dev.inflight.lab.read.InputError when the file exists and is invalid
   */
  static Optional<List<TelemetryFormat>> beside(Path capture) {
    Matcher name = CAPTURE.matcher(String.valueOf(capture.getFileName()));
    if (!name.matches()) {
      return Optional.empty();
    }
    Path file = capture.resolveSibling(name.group(1) + ENDING);
    return Files.isRegularFile(file) ? Optional.of(read(InputText.read(file, MOST_BYTES))) : Optional.empty();
  }

  private static List<TelemetryFormat> read(InputText text) {
    var formats = new ArrayList<TelemetryFormat>();
    boolean stated = false;
    for (int line = 1; line <= text.lines().size(); line++) {
      String words = text.lines().get(line - 1).strip();
      if (words.isEmpty() || words.startsWith(COMMENT)) {
        continue;
      }
      SourceLocation place = text.at(line);
      if (stated) {
        throw place.error(Quoted.of(words) + " is one line too many; the file has one telemetry format, or " + NONE);
      }
      stated = true;
      if (!words.equals(NONE)) {
        formats.add(Catalog.TELEMETRY.bind(Spec.parse(words, place), place));
      }
    }
    if (!stated) {
      throw text.whole().error("the file has no telemetry format, nor " + NONE);
    }
    return formats;
  }
}
