package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.util.BigEndian;

/** Check for INT-like bytes behind TCP or UDP that no marker identifies as INT; only for hints in messages. */
public final class IntLikeness {
  private static final int SHIM_RESERVED = 3 << 24;
  private static final int HEADER_RESERVED = 0xFFF << 13;
  private static final int MX_RESERVED = HEADER_RESERVED | 0x1FFF;
  private static final int SHIM_1_RESERVED = 0xFF << 16 | 3;
  private static final int HEADER_1_RESERVED = 0x3FF << 13;

  /** Field of the packet that an INT shim keeps because it marks the packet. */
  public enum Marked {
    /** No INT shim. */
    NONE,
    /** A DSCP marks the packet; ports are unchanged. */
    BY_DSCP,
    /** The UDP port marks the packet. */
    BY_PORT
  }

  private IntLikeness() {
  }

  /**
   * Examines the bytes behind a transport's header. All statements of a header about its length must agree, and reserved bits
   * must be 0; few other payloads meet this.
   *
   * @param length bytes of the payload, of which at least {@link IntFormat#PREFIX_BYTES} may be read
   */
  public static Marked of(byte[] bytes, int offset, int length) {
    if (length < IntHeader.BYTES) {
      return Marked.NONE;
    }
    int shim = IntHeader.shim(bytes, offset);
    if (Int1Header.is(shim)) {
      return isVersion1(bytes, offset, length) ? Marked.BY_DSCP : Marked.NONE;
    }
    if ((shim & SHIM_RESERVED) != 0 || !isVersion2(bytes, offset, length)) {
      return Marked.NONE;
    }
    return IntHeader.nextProtocolType(shim) == IntHeader.NPT_DSCP ? Marked.BY_DSCP : Marked.BY_PORT;
  }

  private static boolean isVersion1(byte[] bytes, int offset, int length) {
    return (IntHeader.shim(bytes, offset) & SHIM_1_RESERVED) == 0 && (Int1Header.first(bytes, offset) & HEADER_1_RESERVED) == 0
        && Int1Header.instructions(bytes, offset) != 0 && Int1Header.check(bytes, offset, length) == DecodeStatus.READ;
  }

  private static boolean isVersion2(byte[] bytes, int offset, int length) {
    int first = IntHeader.first(bytes, offset);
    int second = IntHeader.second(bytes, offset);
    boolean plain = IntHeader.instructions(second) != 0 && IntHeader.domainId(second) == 0
        && BigEndian.get32(bytes, offset + IntHeader.BYTES - 4) == 0;
    if (IntHeader.type(IntHeader.shim(bytes, offset)) == IntHeader.TYPE_MX) {
      return plain && IntHeader.version(first) == IntHeader.VERSION && (first & MX_RESERVED) == 0
          && IntHeader.bytes(bytes, offset) == IntHeader.BYTES;
    }
    return plain && (first & HEADER_RESERVED) == 0 && IntHeader.check(bytes, offset, length) == DecodeStatus.READ;
  }
}
