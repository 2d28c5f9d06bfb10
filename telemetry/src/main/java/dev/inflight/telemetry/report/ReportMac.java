package dev.inflight.telemetry.report;

import dev.inflight.telemetry.util.BigEndian;

/**
 * A keyed check over reflected telemetry, so that a sender distinguishes reports of its receiver from forged and repeated ones
 * (drafts, security considerations: authenticate what end points exchange). Sixteen bytes behind the report: a serial number that the
 * receiver never uses twice, and SipHash-2-4 under the key that both hold ({@link ReportKeys}).
 *
 * <p>The hash covers the serial number, the flow, what the packet acknowledges, what else it says, and the report. It is no defense against a
 * switch on the way that lies in its own record.
 *
 * <p>Immutable; the endpoints keep what they have seen in a {@link ReplayWindow}.
 */
public final class ReportMac {
  /** Bytes of a seal. */
  public static final int BYTES = 16;

  private final SipHash hash;

  /** A seal under a secret of 128 bits. */
  public ReportMac(long keyHigh, long keyLow) {
    hash = new SipHash(keyHigh, keyLow);
  }

  /**
   * Writes the seal of a report behind it.
   *
   * @param end where the report ends and the seal starts
   * @param flow a number that both ends know the flow by
   * @param acknowledged what the packet acknowledges
   * @param says what else it says: its kind, its mark, the packet that it names
   * @param serial never used before under this key for this flow
   */
  public void seal(byte[] bytes, int offset, int end, long flow, long acknowledged, long says, long serial) {
    BigEndian.set64(bytes, end, serial);
    BigEndian.set64(bytes, end + Long.BYTES, hash.of(bytes, offset, end, flow, acknowledged, says, serial));
  }

  /** Whether the seal behind a report is the one that {@link #seal} writes. */
  public boolean matches(byte[] bytes, int offset, int end, long flow, long acknowledged, long says) {
    return BigEndian.get64(bytes, end + Long.BYTES) == hash.of(bytes, offset, end, flow, acknowledged, says, serial(bytes, end));
  }

  /** The serial number of the seal that starts at {@code end}. */
  public static long serial(byte[] bytes, int end) {
    return BigEndian.get64(bytes, end);
  }
}
