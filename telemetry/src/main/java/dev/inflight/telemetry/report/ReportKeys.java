package dev.inflight.telemetry.report;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Keys of a network's authenticated reports, all derived from one master key: each pair of hosts has its own key, which reveals
 * neither other keys nor the master key. A host receives the keys of its pairs; the operator's switches hold the master key.
 *
 * <p>The pseudorandom function is SipHash-2-4 under the master key: each half of a pair's key is the hash of a label, the number
 * of the half, and the smaller and larger host number.
 *
 * <p>Immutable.
 */
public final class ReportKeys {
  /** Label that separates these keys from any other keys derived from the same master key: "reports" in ASCII. */
  private static final long LABEL = 0x7265706F727473L;
  private static final long HIGH = 1;
  private static final long LOW = 2;

  private final SipHash master;

  /** Creates the keys that a master key of 128 bits determines. */
  public ReportKeys(long masterHigh, long masterLow) {
    master = new SipHash(masterHigh, masterLow);
  }

  /** Authentication code under the key of two hosts, in either order. */
  public ReportMac between(int host, int other) {
    byte[] any = {};
    return new ReportMac(half(HIGH, host, other, any), half(LOW, host, other, any));
  }

  /**
   * As {@link ReportMac#seal} under the key of two hosts, for callers with many pairs: it derives the key at each call, without
   * allocation.
   */
  public void seal(int host, int other, byte[] bytes, int offset, int end, long flow, long acknowledged, long says, long serial) {
    BigEndian.set64(bytes, end, serial);
    BigEndian.set64(bytes, end + Long.BYTES, SipHash.of(half(HIGH, host, other, bytes), half(LOW, host, other, bytes), bytes,
        offset, end, flow, acknowledged, says, serial));
  }

  /** Half of a pair's key; the hash covers no further bytes. */
  private long half(long which, int host, int other, byte[] any) {
    return master.of(any, 0, 0, LABEL, which, Math.min(host, other), Math.max(host, other));
  }
}
