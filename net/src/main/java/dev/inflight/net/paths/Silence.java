package dev.inflight.net.paths;

/** Time without answers to a flow's data, and the bound of that time on an intact path. */
final class Silence {
  private static final long NEVER = -1;
  /** A flow with less than this part of its line rate may have no answer for a round trip though its path is intact. */
  private static final double ANSWERED_OFTEN = 0.1;
  /** T after a flight in which little is retransmitted, so that few answers come. */
  private static final int CALM_RTTS = 4;
  /** T that the first round trip over a path may take: others may have come there at the same time. */
  private static final int FIRST_RTTS = 3;

  private final long baseRttPs;
  private final double bytesPerRtt;
  private final long ackDelayPs;
  private long answeredAtPs = NEVER;
  private long rttPs;
  private long fledAtPs = NEVER; // and no answer came since
  private long patiencePs;
  private long calmToPs;

  /**
   * Makes that of a flow without an answer yet.
   *
   * @param ackDelayPs longest time that an acknowledgement may wait for further packets, in picoseconds
   */
  Silence(long baseRttPs, double bytesPerRtt, long ackDelayPs) {
    this.baseRttPs = baseRttPs;
    this.bytesPerRtt = bytesPerRtt;
    this.ackDelayPs = ackDelayPs;
    rttPs = baseRttPs;
  }

  /** Handles an acknowledgement, after a round trip of this length. */
  void answered(long nowPs, long roundTripPs) {
    if (hasFled()) {
      fledAtPs = NEVER;
      calmToPs = nowPs + CALM_RTTS * baseRttPs;
    }
    answeredAtPs = nowPs;
    rttPs = Math.max(baseRttPs, roundTripPs);
  }

  /** Restarts with data in flight after none was. */
  void over(long nowPs) {
    answeredAtPs = nowPs;
    rttPs = FIRST_RTTS * baseRttPs;
  }

  /** The flow has left a silent path. */
  void fled(long nowPs) {
    patiencePs = hasFled() ? 2 * patiencePs : baseRttPs; // with all paths silent
    fledAtPs = nowPs;
  }

  /** True if the flow has left a path, and no answer has come since. */
  boolean hasFled() {
    return fledAtPs != NEVER;
  }

  /**
   * True if the silence is too long for an intact path. With a quarter of a line's bytes in flight even a window that was cut to
   * that does not delay acknowledgements for three quarters of a round trip. A flow that sends no more waits for the
   * acknowledgement of the last packets, which their receiver delays.
   *
   * @param share the flow's rate, as a part of its line rate
   * @param held true if the flow sends no more
   */
  boolean isTooLong(long nowPs, long inflightBytes, double share, boolean held) {
    if (hasFled()) {
      return nowPs - fledAtPs >= patiencePs;
    }
    if (answeredAtPs == NEVER || share <= ANSWERED_OFTEN || nowPs < calmToPs) {
      return false;
    }
    boolean much = inflightBytes > bytesPerRtt / 4;
    return nowPs - answeredAtPs > (much ? rttPs * 3 / 4 : rttPs + baseRttPs / 8 + (held ? ackDelayPs : 0));
  }
}
