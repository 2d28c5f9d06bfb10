package dev.inflight.net.fuzz;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.wire.FuzzTarget;

/** Content of an acknowledgement's reflection, against any bytes. */
final class ReflectionFuzz implements FuzzTarget {
  private final ReportMac seal = new ReportMac(1, 2);

  @Override
  public void accept(byte[] data) {
    if (Reflection.check(data, 0, data.length) != DecodeStatus.READ) {
      return;
    }
    int end = Reflection.HEADER_BYTES + Reflection.length(data, 0);
    if (end > data.length) {
      throw new IllegalStateException("a report of " + end + " bytes in " + data.length);
    }
    if (Reflection.formatCode(data, 0) > 15) {
      throw new IllegalStateException("format code " + Reflection.formatCode(data, 0));
    }
    if (Reflection.isSealed(data, 0) && seal.matches(data, Reflection.HEADER_BYTES, end, 1, 2, 3)
        && ReportMac.serial(data, end) == Long.MIN_VALUE) {
      throw new IllegalStateException("a seal out of nothing");
    }
  }
}
