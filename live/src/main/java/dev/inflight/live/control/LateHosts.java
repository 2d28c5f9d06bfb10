package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.HopRecords;
import java.util.function.LongSupplier;

/**
 * Control that compensates for late hosts. A thread that processes a packet some time after its arrival makes round trips longer,
 * and packets leave in bursts. Schemes assume hosts that are on time: the window of one round trip is used up early, and a late
 * answer, or a queue of the sender's own packets, looks like congestion.
 *
 * <p>The control enlarges the window by the bytes that leave at the scheme's pace during the lateness, and shortens round trips
 * by the lateness, but not below the base RTT. It shortens queues by the bytes that leave in that time: a bottleneck holds no
 * more of them than the flow's rate times the lateness, where the rate is the smaller of the pace and one window per base RTT.
 * The pace does not change. While hosts are on time, the control changes nothing.
 */
public final class LateHosts extends ForwardingControl {
  /** Number of late steps: a packet leaves late, its receiver processes it late, and the sender processes the answer late. */
  private static final int TIMES_LATE = 3;
  /** Upper bound of the counted lateness, so that no burst follows a long standstill. */
  private static final long MOST_PS = 3_000_000_000L;
  private static final double PS_PER_BYTE_PER_BIT = 8e12;

  private final long baseRttPs;
  private final LongSupplier latenessPs;

  /**
   * Creates the control of a scheme on a host that may be late.
   *
   * @param latenessPs recent lateness of this host's thread, in picoseconds; the other host is assumed to be equally late
   */
  public LateHosts(CongestionControl scheme, PathFacts path, LongSupplier latenessPs) {
    super(scheme);
    baseRttPs = path.baseRttPs();
    this.latenessPs = latenessPs;
  }

  /** Lateness in a round trip, in picoseconds. */
  private long latePs() {
    return Math.min(TIMES_LATE * latenessPs.getAsLong(), MOST_PS);
  }

  /**
   * Bytes that leave during the lateness. Many schemes leave the pace at line rate and bound the rate by their window, so the
   * smaller of the two counts. Without a window nothing leaves.
   */
  private long bytesIn(long latePs, long windowBytes) {
    double ofPace = super.paceBitsPerSec() / PS_PER_BYTE_PER_BIT * latePs;
    double ofWindow = (double) windowBytes / baseRttPs * latePs;
    return (long) Math.min(ofPace, ofWindow);
  }

  @Override
  public long windowBytes() {
    long window = super.windowBytes();
    return window + Math.min(bytesIn(latePs(), window), Long.MAX_VALUE - window);
  }

  /** Processes an acknowledgement; the window changes with the lateness, independent of the scheme's decision. */
  @Override
  public boolean onAck(Feedback ack) {
    long latePs = latePs();
    if (latePs == 0) {
      return super.onAck(ack);
    }
    ack.rttPs = Math.max(Math.min(ack.rttPs, baseRttPs), ack.rttPs - latePs);
    HopRecords.shorten(ack.hops, bytesIn(latePs, super.windowBytes()));
    super.onAck(ack);
    return true;
  }
}
