package dev.inflight.telemetry.format.csig;

/**
 * CSIG's compact tag (draft-miao-ccwg-hpcc-info-04 §3, Figure 4; draft-ravi-ippm-csig): four bytes between the MAC addresses and
 * the EtherType, which return one figure of the busiest link. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-----+-+---------+-------------+
 * |             TPID              |  T  |R|    S    |      LM     |
 * +-------------------------------+-----+-+---------+-------------+
 * </pre>
 *
 * T: the signal, see {@link CsigSignal}. R: the tag stays as it is, because the packet was trimmed. S: the range that contains the value,
 * of up to 32. LM: each operator defines its content; here it is four bits with the link's rate, coded as B of {@link
 * dev.inflight.telemetry.format.hpcc.NativeFormat} or 14 for any other one, and three bits of hash of switch and port.
 *
 * <p>The sender writes T, S = 31 if the least value counts and 0 otherwise, and LM = 127. A switch that finds LM = 127 writes its own value
 * and locator, any other switch only if its value is worse. A tag that returns with LM = 127 crossed no switch that supports CSIG: it
 * contains no answer and does not mean that the path is idle. A tag with R contains no answer either.
 *
 * <p>The endpoint reads a range as the worst value in it: the lower end of bandwidth, the upper end of delay or, in the last range, which
 * has no upper end, the lower one. The first range of a delay is exactly 0, no queue. So the least busy link has a utilization of 1 minus
 * the last threshold.
 *
 * @param tpid the tag's protocol ID, which is not assigned
 * @param utilization the signal for utilization: ABW or ABW_RATIO. ABW needs a link rate with a code in LM
 * @param queueing the signal for queues: NQD or PD
 * @param intervalPs the time over which switches measure utilization; 0: the network's base RTT
 * @param abwMbitPerSec up to 31 rising thresholds of ABW in Mbit/s, separated by blanks or commas
 * @param abwRatioPercent the thresholds of ABW_RATIO in percent
 * @param pdNs the thresholds of PD in nanoseconds
 * @param nqdNs the thresholds of NQD in nanoseconds
 */
public record CsigFormat(int tpid, CsigSignal utilization, CsigSignal queueing, long intervalPs, String abwMbitPerSec,
    String abwRatioPercent, String pdNs, String nqdNs) implements CsigSettings {
  private static final String DELAYS_NS = "100 136 185 251 341 464 631 858 1170 1580 2150 2930 3980 5410 7360"
      + " 10000 13600 18500 25100 34100 46400 63100 85800 117000 158000 215000 293000 398000 541000 736000 1000000";

  /**
   * Default format: TPID 0x9900; ABW_RATIO in steps of one percent up to 20 % and wider ones above; NQD in 30 equal ratios from
   * 0.1 us to 1 ms.
   */
  public static final CsigFormat DEFAULT = new CsigFormat(0x9900, CsigSignal.ABW_RATIO, CsigSignal.NQD, 0,
      "100 250 500 750 1000 1500 2000 2500 3000 4000 5000 6000 8000 10000 12500 15000 20000 25000 30000 40000 50000 60000"
          + " 80000 100000 125000 150000 200000 300000 400000 800000 1200000",
      "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 25 30 35 40 45 50 60 70 80 90 95", DELAYS_NS, DELAYS_NS);

  /** Checks the ranges. */
  public CsigFormat {
    CsigSettings.check(tpid, utilization, queueing, intervalPs);
    var unused = new CsigRanges(abwMbitPerSec, abwRatioPercent, pdNs, nqdNs);
  }

  @Override
  public String name() {
    return "csig";
  }

  @Override
  public int reflectionCode() {
    return 7;
  }

  @Override
  public CsigFormat bySojourn() {
    return new CsigFormat(tpid, utilization, CsigSignal.PD, intervalPs, abwMbitPerSec, abwRatioPercent, pdNs, nqdNs);
  }

  @Override
  public CsigTag tag() {
    return CsigTag.COMPACT;
  }

  @Override
  public CsigScale scale() {
    return new CsigRanges(abwMbitPerSec, abwRatioPercent, pdNs, nqdNs);
  }
}
