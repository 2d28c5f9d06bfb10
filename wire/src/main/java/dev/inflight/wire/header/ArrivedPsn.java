package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Field that identifies the answered packet, in addition to the acknowledged number. In a NAK, this packet arrived behind a gap
 * (syndrome {@link Aeth#NAK_OUT_OF_ORDER}) or was trimmed ({@link Aeth#NAK_TRIMMED}); in a {@link Opcode#NOTIFICATION}, it
 * collected the telemetry; in a {@link Opcode#SWITCH_ANSWER}, it joined a long queue. IRN (SIGCOMM'18 §5.2) and
 * draft-miao-rtgwg-hpccplus §6.2.2 require such a field but specify no layout, so this one is Inflight's.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |  reserved   |P|                      PSN                      |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * PSN: number of the packet; the BTH's PSN is the acknowledged number. P: the packet is a probe; probes are numbered separately.
 */
public final class ArrivedPsn {
  /** Bytes of the field. */
  public static final int BYTES = 4;

  private static final int PROBE = 1 << 24;

  private ArrivedPsn() {
  }

  /** Writes the field for a data packet or a probe; returns its size. */
  public static int write(byte[] bytes, int offset, int psn, boolean probe) {
    BigEndian.set32(bytes, offset, (probe ? PROBE : 0) | psn & 0xFFFFFF);
    return BYTES;
  }

  /** Writes the field for a data packet; returns its size. */
  public static int write(byte[] bytes, int offset, int psn) {
    return write(bytes, offset, psn, false);
  }

  /** The packet's number, 24 bits. */
  public static int psn(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + 1);
  }

  /** True if the packet is a probe. */
  public static boolean isProbe(byte[] bytes, int offset) {
    return (BigEndian.get32(bytes, offset) & PROBE) != 0;
  }

  /** The reserved bits; 0 in a well-formed field. */
  public static int reserved(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 1;
  }
}
