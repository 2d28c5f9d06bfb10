package dev.inflight.telemetry.report;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The keys of a network's seals, all derived from one master key: each pair of hosts has a key of its own, which says nothing of the others and of
 * the master key. A host is given those of its pairs. A holder of the master key seals for every pair, as switches of the operator do.
 *
 * <p>The derivation has SipHash-2-4 under the master key as its pseudorandom function: each half of a pair's key is the hash of a label, the number
 * of the half, and the smaller and the larger of the two host numbers.
 *
 * <p>Immutable.
 */
public final class ReportKeys {
  /** Sets keys apart from whatever else may be derived from the same master key: "reports" in ASCII. */
  private static final long LABEL = 0x7265706F727473L;
  private static final long HIGH = 1;
  private static final long LOW = 2;

  private final SipHash master;

  /** The keys that follow from a master key of 128 bits. */
  public ReportKeys(long masterHigh, long masterLow) {
    master = new SipHash(masterHigh, masterLow);
  }

  /** The seal under the key of two hosts, in whichever order. */
  public ReportMac between(int host, int other) {
    byte[] any = {};
    return new ReportMac(half(HIGH, host, other, any), half(LOW, host, other, any));
  }

  /**
   * {@link ReportMac#seal} under the key of two hosts, for those who seal seldom for many pairs: it derives the key each time, and allocates nothing.
   */
  public void seal(int host, int other, byte[] bytes, int offset, int end, long flow, long acknowledged, long says, long serial) {
    BigEndian.set64(bytes, end, serial);
    BigEndian.set64(bytes, end + Long.BYTES, SipHash.of(half(HIGH, host, other, bytes), half(LOW, host, other, bytes), bytes,
        offset, end, flow, acknowledged, says, serial));
  }

  /** Half of a pair's key; of the bytes none is hashed. */
  private long half(long which, int host, int other, byte[] any) {
    return master.of(any, 0, 0, LABEL, which, Math.min(host, other), Math.max(host, other));
  }
}
