package dev.inflight.telemetry.format;

import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.busiest.BusiestFormat;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.telemetry.format.csig.CsigWideFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.DraftFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.ioam.IoamIncrementalFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.pint.PintFormat;
import java.util.List;

/** List of all telemetry formats; a new format is a new file and a line here. */
public final class Formats {
  /** All formats, each with its default parameters. */
  public static final List<TelemetryFormat> ALL = List.of(NativeFormat.DEFAULT, DraftFormat.DEFAULT, IntFormat.DEFAULT,
      IfaFormat.DEFAULT, IoamFormat.DEFAULT, IoamIncrementalFormat.DEFAULT, CsigFormat.DEFAULT, CsigWideFormat.DEFAULT,
      PintFormat.DEFAULT, BusiestFormat.DEFAULT, AuthorsFormat.DEFAULT);

  private Formats() {
  }
}
