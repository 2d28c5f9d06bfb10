package dev.inflight.telemetry.report;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;

/**
 * Encoding of a telemetry header that an acknowledgement returns: four bytes precede the header in the acknowledgement's payload, behind
 * the transport's own headers. Switches do not read there, so those of the return path extend a header of no format. The drafts leave this
 * layout open (docs/decisions/telemetry.md).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------------+-+-------------------------------+
 * |Version| Format|  reserved   |S|        Length in bytes        |
 * +-------+-------+-------------+-+-------------------------------+
 * |               the telemetry header as it arrived              |
 * +---------------------------------------------------------------+
 * |      if S: the 16 bytes of its seal ({@link ReportMac})      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * Version: 1. Format: {@code TelemetryFormat.reflectionCode}, or the code of a {@link LinkReport}, which replaces the header. Length: of
 * the telemetry header or report, without this header and the seal.
 */
public final class Reflection {
  /** Bytes in front of the telemetry header. */
  public static final int HEADER_BYTES = 4;

  private static final int VERSION = 1;
  private static final int SEALED = 1 << 16;

  private Reflection() {
  }

  /** Writes the header. */
  public static void write(byte[] bytes, int offset, int formatCode, boolean sealed, int length) {
    BigEndian.set32(bytes, offset, VERSION << 28 | formatCode << 24 | (sealed ? SEALED : 0) | length);
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
    int needed = HEADER_BYTES + (word & 0xFFFF) + ((word & SEALED) != 0 ? ReportMac.BYTES : 0);
    return needed > available ? DecodeStatus.TRUNCATED : DecodeStatus.READ;
  }

  /** Code of the reflected format. */
  public static int formatCode(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) >>> 24 & 0xF;
  }

  /** True if a seal follows the telemetry header. */
  public static boolean isSealed(byte[] bytes, int offset) {
    return (BigEndian.get32(bytes, offset) & SEALED) != 0;
  }

  /** Bytes of the reflected telemetry header. */
  public static int length(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset) & 0xFFFF;
  }

  /** Bytes that a reflection takes in a payload, without padding to whole words; 0 if nothing is reflected. */
  public static int sizeBytes(int telemetryAndSealBytes) {
    return telemetryAndSealBytes == 0 ? 0 : HEADER_BYTES + telemetryAndSealBytes;
  }
}
