package dev.inflight.livetools.watch;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Udp;

/**
 * Warm-up of the JVM with artificial frames before the first real one: a JVM that has just started would be too slow for many
 * frames at once, and the kernel would lose them.
 */
final class WarmUp {
  private static final int FRAMES = 40_000;
  private static final int HOPS = 3;
  private static final int LINKS = 64;
  private static final int SOURCE_PORT = 0xC123;
  private static final long RATE = 100_000_000_000L;
  private static final long STEP_NS = 100;
  private static final long PS_PER_NS = 1000;

  private WarmUp() {
  }

  /** Processes artificial frames of all formats that are looked for behind UDP; the results are discarded. */
  static void of(SeenFormats seen) {
    var collector = new TelemetryCollector(seen, RATE, LINKS);
    byte[][] frames = seen.formats().stream()
        .filter(format -> format.placement() == HeaderPlacement.AFTER_UDP && format.marker() != 0).map(WarmUp::frame)
        .toArray(byte[][]::new);
    for (int number = 0; number < FRAMES; number++) {
      byte[] frame = frames[number % frames.length];
      collector.take(frame, frame.length, frame.length, number * STEP_NS);
    }
  }

  /** Frame with a header of a format behind UDP. */
  static byte[] frame(TelemetryFormat format) {
    TelemetryCodec codec = format.in(NetworkFacts.UNKNOWN);
    TelemetryHeader header = new TelemetryHeader(codec, HOPS).begin(PathQuery.UTILIZATION);
    for (int hop = 1; hop <= HOPS; hop++) {
      header.stamp(codec.stamper(new EgressLink(hop, 1, RATE)), new PortSnapshot().at(hop * PS_PER_NS, hop, hop));
    }
    byte[] frame = new byte[Ethernet.HEADER_BYTES + Ipv4.HEADER_BYTES + Udp.HEADER_BYTES + header.length() + Bth.BYTES
        + Icrc.BYTES];
    int ip = Ethernet.write(frame, 0, 0, 0, Ethernet.IPV4);
    int at = ip + Ipv4.write(frame, ip, frame.length - ip, Ipv4.UDP);
    at += Udp.write(frame, at, SOURCE_PORT, format.marker(), frame.length - at);
    System.arraycopy(header.bytes(), 0, frame, at, header.length());
    return frame;
  }
}
