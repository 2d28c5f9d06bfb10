package dev.inflight.telemetry.report;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Message authentication code of reflected telemetry, by which a sender distinguishes reports of its receiver from forged and repeated ones
 * (drafts, security considerations: authenticate what end points exchange). Sixteen bytes behind the report: a serial number that the
 * receiver never uses twice, and SipHash-2-4 under the key that both endpoints hold ({@link ReportKeys}).
 *
 * <p>The hash covers the serial number, the flow, the acknowledged bytes, the packet's other statements, and the report. It does not
 * protect against a switch on the path that writes a false record.
 *
 * <p>Immutable; the endpoints keep the received serial numbers in a {@link ReplayWindow}.
 */
public final class ReportMac {
  /** Bytes of a seal. */
  public static final int BYTES = 16;

  private final SipHash hash;

  /** Creates a seal under a secret of 128 bits. */
  public ReportMac(long keyHigh, long keyLow) {
    hash = new SipHash(keyHigh, keyLow);
  }

  /**
   * Writes the seal of a report behind it.
   *
   * @param end index at which the report ends and the seal starts
   * @param flow number of the flow at both endpoints
   * @param acknowledged number that the packet acknowledges
   * @param says other statements of the packet: its kind, its mark, the packet that it names
   * @param serial serial number that this key has never been used with for this flow
   */
  public void seal(byte[] bytes, int offset, int end, long flow, long acknowledged, long says, long serial) {
    BigEndian.set64(bytes, end, serial);
    BigEndian.set64(bytes, end + Long.BYTES, hash.of(bytes, offset, end, flow, acknowledged, says, serial));
  }

  /** True if the seal behind a report is the one that {@link #seal} writes. */
  public boolean matches(byte[] bytes, int offset, int end, long flow, long acknowledged, long says) {
    return BigEndian.get64(bytes, end + Long.BYTES) == hash.of(bytes, offset, end, flow, acknowledged, says, serial(bytes, end));
  }

  /** Serial number of the seal that starts at {@code end}. */
  public static long serial(byte[] bytes, int end) {
    return BigEndian.get64(bytes, end);
  }
}
