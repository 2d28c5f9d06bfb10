package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * Which packet is answered, beside what is acknowledged. Behind the {@link Aeth} of a NAK with the syndrome {@link Aeth#NAK_OUT_OF_ORDER}:
 * the one that arrived behind a gap; and {@link Aeth#NAK_TRIMMED}: the one that was trimmed. Behind that of a {@link Opcode#NOTIFICATION}: the one that fetched the telemetry. In a
 * {@link Opcode#SWITCH_ANSWER}: the one that joined a long queue. IRN (SIGCOMM'18 §5.2)
 * and draft-miao-rtgwg-hpccplus §6.2.2 ask for such a field and give no layout, so this one is ours.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |  reserved   |P|                      PSN                      |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * PSN: number of the packet that arrived; that of the BTH is what is acknowledged. P: it is one of the flow's probes, which have numbers of
 * their own.
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

  /** Whether it is a probe's. */
  public static boolean isProbe(byte[] bytes, int offset) {
    return (BigEndian.get32(bytes, offset) & PROBE) != 0;
  }

  /** The reserved bits; 0 where the field is well formed. */
  public static int reserved(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset) >>> 1;
  }
}
