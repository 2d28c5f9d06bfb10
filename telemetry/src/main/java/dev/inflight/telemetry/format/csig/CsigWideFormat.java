package dev.inflight.telemetry.format.csig;

/**
 * CSIG's wide tag of eight bytes, which the drafts announce without a layout; this one follows reports of the UEC's version. Senders, switches and
 * endpoints act as for csig. Big-endian.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |             TPID              |              LM               |
 * +-------+-----------------------+---------------+---------------+
 * |   T   |                   S                   |       R       |
 * +-------+---------------------------------------+---------------+
 * </pre>
 *
 * S: the number of whole steps above a base, 0 to 2^20 - 1. A step of ABW_RATIO is 2^-20. R: the bit that stops switches is not known, so
 * any bit does. LM: four bits with the link's rate as in {@code csig}, and the switch's number modulo 2^12; 65535 before the first
 * switch.
 *
 * @param tpid the tag's protocol ID, which is not assigned
 * @param utilization the signal for utilization: ABW or ABW_RATIO. ABW needs a link rate with a code in LM
 * @param queueing the signal for queues: NQD or PD
 * @param intervalPs the time over which switches measure utilization; 0: the network's base RTT
 * @param abwBaseMbitPerSec base of ABW in Mbit/s: 0 or a power of two
 * @param abwStepMbitPerSec step of ABW in Mbit/s: a power of two
 * @param delayBaseNs base of NQD and PD in nanoseconds: 0 or a power of two; a delay less than a step above it counts as no queue
 * @param delayStepNs step of NQD and PD in nanoseconds: a power of two
 */
public record CsigWideFormat(int tpid, CsigSignal utilization, CsigSignal queueing, long intervalPs, int abwBaseMbitPerSec,
    int abwStepMbitPerSec, int delayBaseNs, int delayStepNs) implements CsigSettings {
  /** Default format: TPID 0x9901; ABW up to 8.4 Tbit/s in steps of 8 Mbit/s; delays up to 8.4 ms in steps of 8 ns. */
  public static final CsigWideFormat DEFAULT = new CsigWideFormat(0x9901, CsigSignal.ABW_RATIO, CsigSignal.NQD, 0, 0, 8, 0, 8);

  /** Checks the ranges. */
  public CsigWideFormat {
    CsigSettings.check(tpid, utilization, queueing, intervalPs);
    var unused = new CsigSteps(abwBaseMbitPerSec, abwStepMbitPerSec, delayBaseNs, delayStepNs);
  }

  @Override
  public String name() {
    return "csig-wide";
  }

  @Override
  public int reflectionCode() {
    return 8;
  }

  @Override
  public CsigWideFormat bySojourn() {
    return new CsigWideFormat(tpid, utilization, CsigSignal.PD, intervalPs, abwBaseMbitPerSec, abwStepMbitPerSec, delayBaseNs,
        delayStepNs);
  }

  @Override
  public CsigTag tag() {
    return CsigTag.WIDE;
  }

  @Override
  public CsigScale scale() {
    return new CsigSteps(abwBaseMbitPerSec, abwStepMbitPerSec, delayBaseNs, delayStepNs);
  }
}
