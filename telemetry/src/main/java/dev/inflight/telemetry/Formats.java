package dev.inflight.telemetry;

import java.util.List;

/** Every telemetry format there is; a new one is a new file and a line here. */
public final class Formats {
  /** All formats, each with its default parameters. */
  public static final List<TelemetryFormat> ALL = List.of(NativeFormat.DEFAULT, DraftFormat.DEFAULT, IntFormat.DEFAULT,
      IfaFormat.DEFAULT,
      IoamFormat.DEFAULT, IoamIncrementalFormat.DEFAULT, CsigFormat.DEFAULT, CsigWideFormat.DEFAULT, PintFormat.DEFAULT,
      AuthorsFormat.DEFAULT);

  private Formats() {
  }
}
