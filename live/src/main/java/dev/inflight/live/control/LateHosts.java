package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.HopRecords;
import java.util.function.LongSupplier;

/**
 * A scheme with a rate that does not suffer from late hosts. A thread that takes a packet some time after it came makes round trips longer, and packets
 * leave several at a time. Schemes compute with a path of hosts that are on time: the window of one round trip is used up early, and a late answer, or a queue
 * of the sender's own packets, looks like congestion.
 *
 * <p>So the window is larger by what leaves at the scheme's pace while hosts are late, round trips are shorter by that time, but not shorter than the
 * path's, and queues are shorter by what leaves in it: no bottleneck holds more of that than the flow's rate times the lateness, where the rate is the pace, or the window in each base round
 * trip where that is less. The pace is the scheme's own.
 * While hosts are on time nothing changes.
 */
public final class LateHosts extends ForwardingControl {
  /** A packet leaves late, its receiver takes it late, and the sender takes its answer late. */
  private static final int TIMES_LATE = 3;
  /** However late a thread is, no more is added than leaves in this time: a long standstill is followed by no flood. */
  private static final long MOST_PS = 3_000_000_000L;
  private static final double PS_PER_BYTE_PER_BIT = 8e12;

  private final long baseRttPs;
  private final LongSupplier latenessPs;

  /**
   * A scheme on a host that may be late.
   *
   * @param latenessPs how late this host's thread has recently been, in picoseconds; the other host is assumed to be as late
   */
  public LateHosts(CongestionControl scheme, PathFacts path, LongSupplier latenessPs) {
    super(scheme);
    baseRttPs = path.baseRttPs();
    this.latenessPs = latenessPs;
  }

  /** In a round trip. */
  private long latePs() {
    return Math.min(TIMES_LATE * latenessPs.getAsLong(), MOST_PS);
  }

  /** Many schemes leave the pace at line rate and bound the rate by their window, so that the less of both counts. Without a window nothing leaves. */
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

  /** The window is another one when the lateness is, whatever the scheme decides. */
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
