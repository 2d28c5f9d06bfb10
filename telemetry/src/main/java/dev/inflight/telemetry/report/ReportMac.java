package dev.inflight.telemetry.report;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Message authentication code (MAC) of reflected telemetry, by which a sender rejects forged and repeated reports (drafts,
 * security considerations: authenticate what end points exchange). Sixteen bytes follow the report: a serial number that the
 * receiver never uses twice, and SipHash-2-4 under the key that both endpoints hold ({@link ReportKeys}).
 *
 * <p>The hash covers the serial number, the flow, the acknowledged bytes, the packet's other fields, and the report. It does not
 * protect against a switch on the path that writes a false record.
 *
 * <p>Immutable; endpoints keep received serial numbers in a {@link ReplayWindow}.
 */
public final class ReportMac {
  /** Bytes of the code with its serial number. */
  public static final int BYTES = 16;

  private final SipHash hash;

  /** Creates the code for a secret of 128 bits. */
  public ReportMac(long keyHigh, long keyLow) {
    hash = new SipHash(keyHigh, keyLow);
  }

  /**
   * Writes the code of a report behind it.
   *
   * @param end index at which the report ends and the code starts
   * @param flow number of the flow at both endpoints
   * @param acknowledged number that the packet acknowledges
   * @param says other fields of the packet: its kind, its mark, the packet that it names
   * @param serial serial number that this key has never been used with for this flow
   */
  public void seal(byte[] bytes, int offset, int end, long flow, long acknowledged, long says, long serial) {
    BigEndian.set64(bytes, end, serial);
    BigEndian.set64(bytes, end + Long.BYTES, hash.of(bytes, offset, end, flow, acknowledged, says, serial));
  }

  /** True if the code behind a report is the one that {@link #seal} writes. */
  public boolean matches(byte[] bytes, int offset, int end, long flow, long acknowledged, long says) {
    return BigEndian.get64(bytes, end + Long.BYTES) == hash.of(bytes, offset, end, flow, acknowledged, says, serial(bytes, end));
  }

  /** Serial number of the code that starts at {@code end}. */
  public static long serial(byte[] bytes, int end) {
    return BigEndian.get64(bytes, end);
  }
}
