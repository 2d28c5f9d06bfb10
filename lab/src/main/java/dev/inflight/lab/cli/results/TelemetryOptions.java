package dev.inflight.lab.cli.results;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.lab.print.WarningLines;
import dev.inflight.lab.read.Notices;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that search frames for telemetry. */
public final class TelemetryOptions {
  @Option(names = SeenFormats.TELEMETRY, paramLabel = "SPEC", description = "the telemetry header of these frames, such as"
      + " native(udpPort=50000), or ioam-linux(namespaceId=123) for traces of Linux routers; may be repeated")
  private List<String> specs = List.of();

  @Option(names = SeenFormats.INT_DSCP, paramLabel = "N", description = "the DSCP that marks P4 INT where ports are kept, such as 23 or 0x17")
  private @Nullable String intDscp;

  /** Returns the formats that the options name; warnings about them go to {@code err}. */
  public SeenFormats formats(PrintStream err) {
    return noticed(err, () -> SeenFormats.of(specs, intDscp));
  }

  /** Returns the formats for a capture, which may have a {@link dev.inflight.lab.capture.CaptureNote}. */
  public SeenFormats formatsOf(Path capture, PrintStream err) {
    return noticed(err, () -> SeenFormats.of(specs, intDscp, capture));
  }

  private static SeenFormats noticed(PrintStream err, Supplier<SeenFormats> reading) {
    var warnings = new ArrayList<String>();
    SeenFormats formats = Notices.collect(warnings, reading);
    WarningLines.print(err, warnings);
    return formats;
  }
}
