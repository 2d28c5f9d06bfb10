package dev.inflight.telemetry.report;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;

/**
 * Encoding of a telemetry header that an acknowledgement returns: four bytes precede the header in the acknowledgement's payload,
 * behind the transport's own headers. Switches do not read there, so switches on the return path do not extend the header. The
 * drafts leave this layout open (docs/decisions/telemetry.md).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------------+-+-------------------------------+
 * |Version| Format| reserved  |N|S|        Length in bytes        |
 * +-------+-------+-------------+-+-------------------------------+
 * |               the telemetry header as it arrived              |
 * +---------------------------------------------------------------+
 * |      if N: 2 bytes, the receiver's number of flows            |
 * +---------------------------------------------------------------+
 * |      if S: the 16 bytes of its seal ({@link ReportMac})      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Version: 1. Format: {@code TelemetryFormat.reflectionCode}, or the code of a {@link LinkReport}, which replaces the header.
 * Length: of the telemetry header or report only. Number of flows: flows with telemetry that arrive at the receiver's NIC,
 * including this one (draft-miao-rtgwg-hpccplus §5, §6.3.2); 65535 also for more, 0 if unknown.
 */
public final class Reflection {
  /** Bytes in front of the telemetry header. */
  public static final int HEADER_BYTES = 4;
  /** Bytes of a number of flows. */
  public static final int FLOWS_BYTES = 2;
  /** Largest number of flows, which also represents larger ones. */
  public static final int MOST_FLOWS = 0xFFFF;

  private static final int VERSION = 1;
  private static final int SEALED = 1 << 16;
  private static final int COUNTED = 1 << 17;

  private Reflection() {
  }

  /** Writes the header of a reflection without a number of flows. */
  public static void write(byte[] bytes, int offset, int formatCode, boolean sealed, int length) {
    write(bytes, offset, formatCode, false, sealed, length);
  }

  /**
   * Writes the header.
   *
   * @param counted true if a number of flows follows the telemetry header
   */
  public static void write(byte[] bytes, int offset, int formatCode, boolean counted, boolean sealed, int length) {
    BigEndian.set32(bytes, offset, VERSION << 28 | formatCode << 24 | (counted ? COUNTED : 0) | (sealed ? SEALED : 0) | length);
  }

  /** Writes a number of flows, 0 or more. */
  public static void writeFlows(byte[] bytes, int at, int flows) {
    BigEndian.set16(bytes, at, Math.min(flows, MOST_FLOWS));
  }

  /** Number of flows, 0 to {@link #MOST_FLOWS}, where {@link #writeFlows} wrote it. */
  public static int readFlows(byte[] bytes, int at) {
    return BigEndian.get16(bytes, at);
  }

  /** Checks a header, of which {@code available} bytes from {@code offset} may be read. */
  public static DecodeStatus check(byte[] bytes, int offset, int available) {
    if (available < HEADER_BYTES) {
      return DecodeStatus.TRUNCATED;
    }
    int word = BigEndian.get32(bytes, offset);
    if (word >>> 28 != VERSION) {
      return DecodeStatus.UNSUPPORTED;
    }
    int needed = HEADER_BYTES + (word & 0xFFFF) + ((word & COUNTED) != 0 ? FLOWS_BYTES : 0)
        + ((word & SEALED) != 0 ? ReportMac.BYTES : 0);
    return needed > available ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }

  /** Code of the reflected format. */
  public static int formatCode(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) >>> 24 & 0xF;
  }

  /** True if a number of flows follows the telemetry header. */
  public static boolean isCounted(byte[] bytes, int offset) {
    return (BigEndian.get32(bytes, offset) & COUNTED) != 0;
  }

  /** True if an authentication code ({@link ReportMac}) follows the telemetry header and any number of flows. */
  public static boolean isSealed(byte[] bytes, int offset) {
    return (BigEndian.get32(bytes, offset) & SEALED) != 0;
  }

  /** Bytes of the reflected telemetry header. */
  public static int length(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) & 0xFFFF;
  }

  /**
   * Bytes that a reflection takes in a payload, without padding to whole words; 0 if nothing is reflected.
   *
   * @param contentBytes bytes of the telemetry header, the number of flows, and the authentication code
   */
  public static int sizeBytes(int contentBytes) {
    return contentBytes == 0 ? 0 : HEADER_BYTES + contentBytes;
  }
}
