package dev.inflight.bench;

import dev.inflight.cc.Feedback;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryHeader;
import java.util.SplittableRandom;

/**
 * Acknowledgements of one flow, as its sender gets them over five hops with varying queues, with telemetry in its wire form. They repeat
 * after {@link #SIZE}; the counters then appear to have wrapped once each.
 */
final class AckRing {
  static final int SIZE = 1024;
  private static final long[] RATES_BITS_PER_SEC = {100_000_000_000L, 400_000_000_000L, 400_000_000_000L, 400_000_000_000L,
      100_000_000_000L};
  private static final int HOPS = RATES_BITS_PER_SEC.length;
  private static final int PAYLOAD_BYTES = 1000;
  private static final long GAP_PS = 170_000; // every second packet of the path's 100G links
  private static final long HOP_PS = 1_100_000;
  private static final long BASE_RTT_PS = 13_000_000;
  private static final int INFLIGHT_BYTES = 80_000;
  private static final int LARGEST_QUEUE_BYTES = 60_000;

  private final TelemetryHeader[] headers = new TelemetryHeader[SIZE];
  private final long[] arrivalPs = new long[SIZE];
  private final long lapPs;
  private int next;
  private long lap;

  /** Rate of the path's hop, for formats that look it up. */
  static long rateBitsPerSec(long node) {
    return RATES_BITS_PER_SEC[(int) node - 1];
  }

  AckRing(TelemetryCodec format) {
    var random = new SplittableRandom(1);
    var stampers = new TelemetryCodec.Stamper[HOPS];
    for (int hop = 0; hop < HOPS; hop++) {
      stampers[hop] = format.stamper(new EgressLink(hop + 1, 2, RATES_BITS_PER_SEC[hop]));
    }
    long[] queueBytes = new long[HOPS];
    long[] sentBytes = new long[HOPS];
    long sentPs = 0;
    var snapshot = new PortSnapshot();
    for (int i = 0; i < SIZE; i++) {
      long gapPs = GAP_PS + random.nextLong(-GAP_PS / 4, GAP_PS / 4);
      sentPs += gapPs;
      long nowPs = sentPs;
      headers[i] = new TelemetryHeader(format, HOPS).begin(PathQuery.UTILIZATION);
      for (int hop = 0; hop < HOPS; hop++) {
        double load = random.nextDouble(0.6, 1.05);
        sentBytes[hop] += (long) (RATES_BITS_PER_SEC[hop] / 8e12 * gapPs * load);
        queueBytes[hop] = Math.clamp(queueBytes[hop] + random.nextInt(-4000, 4001), 0, LARGEST_QUEUE_BYTES);
        headers[i].stamp(stampers[hop], snapshot.at(nowPs, sentBytes[hop], queueBytes[hop]));
        nowPs += HOP_PS;
      }
      arrivalPs[i] = sentPs + BASE_RTT_PS;
    }
    lapPs = sentPs;
  }

  /** Fills in the facts of the next acknowledgement without telemetry, and returns its header. */
  TelemetryHeader next(Feedback facts) {
    int at = next++;
    facts.nowPs = lap * lapPs + arrivalPs[at];
    facts.ackedBytes = (lap * SIZE + at + 1) * PAYLOAD_BYTES;
    facts.sentBytes = facts.ackedBytes + INFLIGHT_BYTES;
    facts.highestSentBytes = facts.sentBytes;
    facts.orderByBytes();
    facts.rttPs = BASE_RTT_PS;
    facts.ecnMarked = (at & 31) == 0;
    if (next == SIZE) {
      next = 0;
      lap++;
    }
    return headers[at];
  }
}
