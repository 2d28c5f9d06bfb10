package dev.inflight.telemetry.format.p4int;

import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.util.BigEndian;
import java.util.List;

/**
 * INT behind the VXLAN GPE header and in Geneve options (P4.org INT specification: 0.5 §5.3, 1.0 §4.6, 2.0 and 2.1 §5.6). The header and
 * its stack are the same as behind TCP and UDP; the four bytes in front of them differ:
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+---------------+
 * |     Type      |   Reserved    |    Length     | Next protocol |  VXLAN GPE, 0.5 and 1.0; Length counts these four bytes
 * +-------+-------+---------------+-+-------------+---------------+
 * | Type  |  Rsvd |    Length     |G|  Reserved   | Next protocol |  VXLAN GPE, 2.0 and 2.1
 * +-------+-------+---------------+-+-----+-------+-----+---------+
 * |         Class 0x0103          |      Type     |R R R|  Length |  Geneve
 * +-------------------------------+---------------+-----+---------+
 * </pre>
 *
 * Length is in words. No version has an assigned next protocol: each proposes a different one.
 */
public final class IntInTunnel {
  /** Protocol that carries the header. */
  public enum Carrier {
    /** VXLAN with the generic protocol extension. */
    VXLAN_GPE,
    /** An option of Geneve. */
    GENEVE
  }

  /** Bytes in front of the header. */
  public static final int SHIM_BYTES = IntHeader.SHIM_BYTES;
  /** Class of Geneve options with INT in 2.1; earlier versions leave class and type open. */
  public static final int GENEVE_CLASS = 0x0103;
  /** Next protocol of VXLAN GPE in 0.5, which later drafts of VXLAN GPE assign to MPLS: see {@link #isDraft}. */
  public static final int NEXT_PROTOCOL_DRAFT = 0x05;
  /** Next protocol of VXLAN GPE in 1.0. */
  public static final int NEXT_PROTOCOL_1_0 = 0x08;
  /** Next protocol of VXLAN GPE in 2.0. */
  public static final int NEXT_PROTOCOL_2_0 = 0x80;
  /** Next protocol of VXLAN GPE in 2.1. */
  public static final int NEXT_PROTOCOL_2_1 = 0x82;

  private static final int GENEVE_TYPE_MASK = 0x7F; // the first bit marks the option as critical
  private static final int LARGEST_TYPE = 0xF;
  private static final int ORIGINAL_VXLAN = 1 << 15;

  private IntInTunnel() {
  }

  /** True if a shim behind VXLAN GPE is that of version 2: earlier versions have a type of 8 bits, which is 1 or 2. */
  private static boolean isVersion2(int shim) {
    return shim >>> 28 != 0;
  }

  /** Bytes of a shim behind VXLAN GPE and of all that it covers, at least 4. */
  public static int bytesInVxlan(byte[] bytes, int offset) {
    int shim = BigEndian.get32(bytes, offset);
    return isVersion2(shim)
        ? SHIM_BYTES + 4 * IntHeader.lengthWords(shim)
        : Math.max(SHIM_BYTES, 4 * Int1Header.lengthWords(shim));
  }

  /** Protocol behind the INT in VXLAN GPE, as a next protocol of VXLAN GPE. */
  public static int nextProtocol(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + 3);
  }

  /**
   * True if a shim and a header of INT 0.5 are present beyond doubt: all lengths agree with each other.
   *
   * @param available bytes of the packet from {@code offset}, all of which may be read
   */
  public static boolean isDraft(byte[] bytes, int offset, int available) {
    if (available < Int1Header.BYTES) {
      return false;
    }
    int shim = BigEndian.get32(bytes, offset);
    int first = Int1Header.first(bytes, offset);
    int instructions = Int1Header.instructions(bytes, offset);
    int count = first >>> 16 & 0x1F;
    int mostHops = first >>> 8 & 0xFF;
    int hops = first & 0xFF;
    return Int1Header.is(shim) && (shim >>> 16 & 0xFF) == 0 && Int1Header.version(first) == 0 && instructions != 0
        && count == Integer.bitCount(instructions) && hops <= mostHops
        && Int1Header.lengthWords(shim) == Int1Header.FIXED_WORDS + count * hops && 4 * Int1Header.lengthWords(shim) <= available;
  }

  /**
   * Describes a header.
   *
   * @param offset index of the four bytes in front of the header
   * @param length bytes from there that may be read, at least 4
   */
  public static DecodedHeader describe(IntFormat format, Carrier carrier, byte[] bytes, int offset, int length) {
    int shim = BigEndian.get32(bytes, offset);
    byte[] behindTransport = new byte[length];
    System.arraycopy(bytes, offset, behindTransport, 0, length);
    return switch (carrier) {
      case VXLAN_GPE -> {
        boolean version2 = isVersion2(shim);
        int type = version2 ? IntHeader.type(shim) : Int1Header.type(shim);
        int words = version2 ? IntHeader.lengthWords(shim) : Int1Header.lengthWords(shim);
        var next = new Field("nextProtocol", (long) nextProtocol(bytes, offset));
        yield describe(format, behindTransport, version2, type, words,
            version2
                ? List.of(type(type), words(words), new Field("originalVxlan", (shim & ORIGINAL_VXLAN) != 0), next)
                : List.of(type(type), words(words), next));
      }
      case GENEVE -> {
        boolean version2 = length == SHIM_BYTES || IntHeader.version(IntHeader.first(bytes, offset)) >= IntHeader.VERSION;
        int type = shim >>> 8 & 0xFF;
        int words = shim & 0x1F;
        yield describe(format, behindTransport, version2, Math.min(type & GENEVE_TYPE_MASK, LARGEST_TYPE),
            version2 ? words : words + 1, List.of(type(type), words(words)));
      }
    };
  }

  private static Field type(int type) {
    return new Field("type", (long) type);
  }

  private static Field words(int words) {
    return new Field("lengthWords", (long) words);
  }

  /** Describes a header with the fields that its shim would have behind TCP or UDP. */
  private static DecodedHeader describe(IntFormat format, byte[] bytes, boolean version2, int type, int words, List<Field> shim) {
    BigEndian.set32(bytes, 0, version2 ? type << 28 | words << 16 : type << 24 | words << 8);
    return !version2 && Int1Header.is(BigEndian.get32(bytes, 0))
        ? new Int1Description(format, bytes, 0, bytes.length, shim).describe()
        : new IntDescription(format, bytes, 0, bytes.length, shim).describe();
  }
}
