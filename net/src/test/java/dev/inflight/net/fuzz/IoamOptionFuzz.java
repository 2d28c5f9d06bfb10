package dev.inflight.net.fuzz;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ioam.IoamOptionDescriber;
import dev.inflight.wire.FuzzTarget;
import java.util.Arrays;

/** The description of IOAM options against any bytes, which are an option with its type and length, or the start of one. */
final class IoamOptionFuzz implements FuzzTarget {
  private final IoamOptionDescriber describer = new IoamOptionDescriber(Formats.ALL);

  @Override
  public void accept(byte[] data) {
    if (data.length < 2) {
      return;
    }
    int end = 2 + (data[1] & 0xFF);
    byte[] bytes = Arrays.copyOf(data, Math.min(data.length, end)); // reading behind the end would throw
    var description = describer.describe("hop-by-hop", bytes, 0, end, bytes.length);
    if ((description.outcome() == DecodeStatus.TRUNCATED) != bytes.length < end && end >= 4) {
      throw new IllegalStateException("an option of " + end + " bytes, of which " + bytes.length + " are there: " + description);
    }
  }
}
