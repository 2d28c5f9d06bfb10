package dev.inflight.net.paths;

/** For how long a flow's data had no answer, and when that is too long for an intact path. */
final class Silence {
  private static final long NEVER = -1;
  /** A flow with less than this part of its line rate may have no answer for a round trip though its path is intact. */
  private static final double HEARS_OFTEN = 0.1;
  /** T after a flight in which little is retransmitted, so that few answers come. */
  private static final int CALM_RTTS = 4;
  /** T that the first round trip over a path may take: others may have come there at the same time. */
  private static final int FIRST_RTTS = 3;

  private final long baseRttPs;
  private final double bytesPerRtt;
  private final long ackDelayPs;
  private long heardAtPs = NEVER;
  private long rttPs;
  private long fledAtPs = NEVER; // and no answer came since
  private long patiencePs;
  private long calmToPs;

  /**
   * No answer came yet.
   *
   * @param ackDelayPs for how long an acknowledgement may wait for further packets
   */
  Silence(long baseRttPs, double bytesPerRtt, long ackDelayPs) {
    this.baseRttPs = baseRttPs;
    this.bytesPerRtt = bytesPerRtt;
    this.ackDelayPs = ackDelayPs;
    rttPs = baseRttPs;
  }

  /** An acknowledgement has come, after a round trip of this length. */
  void answered(long nowPs, long roundTripPs) {
    if (hasFled()) {
      fledAtPs = NEVER;
      calmToPs = nowPs + CALM_RTTS * baseRttPs;
    }
    heardAtPs = nowPs;
    rttPs = Math.max(baseRttPs, roundTripPs);
  }

  /** The flow goes on after nothing of it was in flight. */
  void over(long nowPs) {
    heardAtPs = nowPs;
    rttPs = FIRST_RTTS * baseRttPs;
  }

  /** The flow has left a silent path. */
  void fled(long nowPs) {
    patiencePs = hasFled() ? 2 * patiencePs : baseRttPs; // when all paths are silent
    fledAtPs = nowPs;
  }

  /** Whether the flow has left a path, and no answer came since. */
  boolean hasFled() {
    return fledAtPs != NEVER;
  }

  /**
   * Whether it is too long. With a quarter of a line's bytes in flight not even a window that was cut to that makes acknowledgements stay away for
   * three quarters of a round trip. Who sends nothing more waits for the acknowledgement of the last packets, which their receiver delays.
   *
   * @param share the flow's rate, as a part of its line rate
   * @param held whether it sends nothing more
   */
  boolean isTooLong(long nowPs, long inflightBytes, double share, boolean held) {
    if (hasFled()) {
      return nowPs - fledAtPs >= patiencePs;
    }
    if (heardAtPs == NEVER || share <= HEARS_OFTEN || nowPs < calmToPs) {
      return false;
    }
    boolean much = inflightBytes > bytesPerRtt / 4;
    return nowPs - heardAtPs > (much ? rttPs * 3 / 4 : rttPs + baseRttPs / 8 + (held ? ackDelayPs : 0));
  }
}
