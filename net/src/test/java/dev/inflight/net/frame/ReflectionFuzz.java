package dev.inflight.net.frame;

import dev.inflight.telemetry.Outcome;
import dev.inflight.telemetry.Reflection;
import dev.inflight.telemetry.ReportSeal;

/** What an acknowledgement may bring back, against any bytes. */
final class ReflectionFuzz implements FuzzTarget {
  private final ReportSeal seal = new ReportSeal(1, 2);

  @Override
  public void accept(byte[] data) {
    if (Reflection.check(data, 0, data.length) != Outcome.READ) {
      return;
    }
    int end = Reflection.HEADER_BYTES + Reflection.length(data, 0);
    if (end > data.length) {
      throw new IllegalStateException("a report of " + end + " bytes in " + data.length);
    }
    if (Reflection.formatCode(data, 0) > 15) {
      throw new IllegalStateException("format code " + Reflection.formatCode(data, 0));
    }
    if (Reflection.isSealed(data, 0) && seal.matches(data, Reflection.HEADER_BYTES, end, 1, 2)
        && ReportSeal.serial(data, end) == Long.MIN_VALUE) {
      throw new IllegalStateException("a seal out of nothing");
    }
  }
}
