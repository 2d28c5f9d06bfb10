package dev.inflight.net.fuzz;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.FuzzTarget;
import java.util.Arrays;

/**
 * A telemetry format against any bytes: reading, measuring, describing and stamping them throws nothing, reads nothing outside
 * (the array ends where the bytes end) and writes nothing outside.
 */
final class FormatFuzz implements FuzzTarget {
  private static final int MARGIN = 8;
  private static final byte GUARD = (byte) 0xA5;
  private static final int ROOM = 64;

  private final TelemetryFormat format;
  private final TelemetryCodec codec;
  private final TelemetryCodec.Stamper stamper;
  private final Hops hops = new Hops(1);
  private final PortSnapshot snapshot = new PortSnapshot().at(5_000_000, 1000, 2000);

  FormatFuzz(TelemetryFormat format) {
    this.format = format;
    codec = format.in(new NetworkFacts((node, port) -> 100_000_000_000L, 10_000_000, 5));
    stamper = codec.stamper(new EgressLink(7, 2, 100_000_000_000L));
  }

  @Override
  public void accept(byte[] data) {
    byte[] bytes = new byte[MARGIN + data.length];
    System.arraycopy(data, 0, bytes, MARGIN, data.length);
    DecodeStatus outcome = codec.read(bytes, MARGIN, data.length, hops);
    require(outcome == DecodeStatus.READ || hops.count() == 0 && hops.answered() == null,
        "hops of a header that could not be read");
    DecodedHeader description = codec.describe(bytes, MARGIN, data.length);
    // Unmeasured records may well be described.
    require(description.outcome() == outcome || outcome == DecodeStatus.UNSUPPORTED,
        "read says " + outcome + ", describe says " + description.outcome());
    int length = format.lengthBytes(bytes, MARGIN, data.length);
    require(length >= -1, "a header of " + length + " bytes");
    require(Arrays.equals(bytes, MARGIN, bytes.length, data, 0, data.length), "reading changed the bytes");
    stamp(bytes, data.length, 0);
    stamp(bytes, data.length, ROOM);
    if (length > 0 && length <= data.length) {
      stamp(bytes, length, ROOM);
    }
  }

  private void stamp(byte[] original, int length, int room) {
    byte[] bytes = Arrays.copyOf(original, MARGIN + length + room + MARGIN);
    Arrays.fill(bytes, 0, MARGIN, GUARD);
    Arrays.fill(bytes, MARGIN + length, bytes.length, GUARD);
    int limit = MARGIN + length + room;
    int grown = stamper.stamp(bytes, MARGIN, length, limit, snapshot);
    require(grown >= 0 && grown <= room, "grew by " + grown + " into room of " + room);
    for (int at = 0; at < bytes.length; at++) {
      require(at >= MARGIN && at < MARGIN + length + grown || bytes[at] == GUARD, "wrote outside, at " + (at - MARGIN));
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
