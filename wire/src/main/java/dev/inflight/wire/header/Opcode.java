package dev.inflight.wire.header;

import java.util.List;

/**
 * Opcodes of a base transport header (IBTA Vol. 1 §9.2, Annex A17): WRITE, READ and their responses, the datagram that opens and
 * closes connections, and the congestion notification packet. HPCC++ packets have numbers reserved for manufacturers (0xC0 to
 * 0xFF). All other opcodes are {@link #UNKNOWN}.
 */
public enum Opcode {
  /** First packet of a WRITE of several packets. */
  WRITE_FIRST(0x06, Extended.RETH),
  /** Packet of a WRITE between the first and the last. */
  WRITE_MIDDLE(0x07, 0),
  /** Last packet of a WRITE of several packets. */
  WRITE_LAST(0x08, 0),
  /** Last packet of a WRITE of several packets, with immediate data. */
  WRITE_LAST_IMMEDIATE(0x09, Extended.IMMEDIATE),
  /** A WRITE of one packet. */
  WRITE_ONLY(0x0A, Extended.RETH),
  /** A WRITE of one packet, with immediate data. */
  WRITE_ONLY_IMMEDIATE(0x0B, Extended.RETH | Extended.IMMEDIATE),
  /** Request to read remote memory. */
  READ_REQUEST(0x0C, Extended.RETH),
  /** First packet of a READ response of several packets. */
  READ_RESPONSE_FIRST(0x0D, Extended.AETH),
  /** Packet of a READ response between the first and the last. */
  READ_RESPONSE_MIDDLE(0x0E, 0),
  /** Last packet of a READ response of several packets. */
  READ_RESPONSE_LAST(0x0F, Extended.AETH),
  /** READ response of one packet. */
  READ_RESPONSE_ONLY(0x10, Extended.AETH),
  /** Acknowledgement, or NAK. */
  ACKNOWLEDGE(0x11, Extended.AETH),
  /** First packet of an unreliable WRITE of several packets, without acknowledgements. */
  UNRELIABLE_WRITE_FIRST(0x26, Extended.RETH),
  /** Packet of an unreliable WRITE between the first and the last. */
  UNRELIABLE_WRITE_MIDDLE(0x27, 0),
  /** Last packet of an unreliable WRITE of several packets. */
  UNRELIABLE_WRITE_LAST(0x28, 0),
  /** An unreliable WRITE of one packet. */
  UNRELIABLE_WRITE_ONLY(0x2A, Extended.RETH),
  /** Unreliable datagram of one packet, such as those that open and close connections. */
  UD_SEND_ONLY(0x64, Extended.DETH),
  /** Congestion notification packet; 16 zero bytes replace the extended headers. */
  CNP(0x81, Extended.RESERVED),
  /** Probe that only collects telemetry (draft-miao-rtgwg-hpccplus §7.1: telemetry request packet). */
  PROBE(0xC0, 0),
  /** Packet that returns telemetry (§7.1: telemetry response packet; §6.2.2: notification packet). */
  NOTIFICATION(0xC1, Extended.AETH | Extended.ARRIVED),
  /** Packet with the window that the receiver has chosen (§6.3.2), in eight bytes of payload, and its authentication code. */
  WINDOW(0xC2, 0),
  /** Switch's answer to the sender of a packet that joined a long queue (draft-pan-tsvwg-hpccplus §6.3: INT response packet). */
  SWITCH_ANSWER(0xC3, Extended.ARRIVED),
  /** Switch's answer to the receiver of such a packet, for receiver-driven schemes. */
  SWITCH_ANSWER_AHEAD(0xC4, Extended.ARRIVED),
  /** Answer to a probe of a flow without acknowledgements: the number of arrived bytes, and the telemetry (§7). */
  TALLY(0xC5, Extended.ARRIVED | Extended.COUNT),
  /** Probe that only collects the load of one of a flow's paths (draft-miao-rtgwg-hpccplus §9.4). */
  PATH_PROBE(0xC6, 0),
  /** Answer to a path probe with the collected data. */
  PATH_REPORT(0xC7, Extended.ARRIVED),
  /** Data packet that a switch has trimmed to its header (NDP, SIGCOMM'17 §3.2; Ultra Ethernet's trimming). */
  TRIMMED(0xC8, 0),
  /** Trimmed packet that the switch returns to the sender, with swapped addresses and the packet's number. */
  RETURNED(0xC9, 0),
  /** Any other opcode; its {@link #code} is -1, and the headers behind it are unknown. */
  UNKNOWN(-1, 0);

  private static final int FIRST = 0x06;
  /** Opcodes with consecutive numbers, from {@link #FIRST}. */
  private static final List<Opcode> IN_ORDER = List.of(values());
  private static final List<Opcode> OTHERS = List.of(UNRELIABLE_WRITE_FIRST, UNRELIABLE_WRITE_MIDDLE, UNRELIABLE_WRITE_LAST,
      UNRELIABLE_WRITE_ONLY, UD_SEND_ONLY, CNP, PROBE, NOTIFICATION, WINDOW, SWITCH_ANSWER, SWITCH_ANSWER_AHEAD, TALLY,
      PATH_PROBE, PATH_REPORT, TRIMMED, RETURNED);

  private final int code;
  private final int extended;
  private final int extendedBytes;

  Opcode(int code, int extended) {
    this.code = code;
    this.extended = extended;
    extendedBytes = (hasDeth() ? Deth.BYTES : 0) + (hasReth() ? Reth.BYTES : 0) + (hasAeth() ? Aeth.BYTES : 0)
        + (hasArrived() ? ArrivedPsn.BYTES : 0) + (hasImmediate() ? ImmDt.BYTES : 0) + (has(Extended.COUNT) ? Long.BYTES : 0)
        + (has(Extended.RESERVED) ? Extended.RESERVED_BYTES : 0);
  }

  /** Opcode of a number; only the low 8 bits count. */
  public static Opcode of(int code) {
    int number = code & 0xFF;
    if (number >= FIRST && number <= ACKNOWLEDGE.code) {
      return IN_ORDER.get(number - FIRST);
    }
    for (int at = 0; at < OTHERS.size(); at++) { // an iterator would allocate an object per frame
      if (OTHERS.get(at).code == number) {
        return OTHERS.get(at);
      }
    }
    return UNKNOWN;
  }

  /** The opcode's number, 0 to 255. */
  public int code() {
    return code;
  }

  /** True if a {@link Deth} follows, as the only header. */
  public boolean hasDeth() {
    return has(Extended.DETH);
  }

  /** True if a {@link Reth} follows, as the first header. */
  public boolean hasReth() {
    return has(Extended.RETH);
  }

  /** True if an {@link Aeth} follows. */
  public boolean hasAeth() {
    return has(Extended.AETH);
  }

  /** True if an {@link ArrivedPsn} follows, behind the {@link Aeth} if there is one. */
  public boolean hasArrived() {
    return has(Extended.ARRIVED);
  }

  /** True if an {@link ImmDt} follows, behind the other headers. */
  public boolean hasImmediate() {
    return has(Extended.IMMEDIATE);
  }

  /** True if the number of arrived bytes follows, in eight bytes behind the {@link ArrivedPsn}. */
  public boolean hasCount() {
    return has(Extended.COUNT);
  }

  private boolean has(int header) {
    return (extended & header) != 0;
  }

  /** Bytes between the base transport header and the payload. */
  public int extendedBytes() {
    return extendedBytes;
  }

  /** Kinds of headers behind the base transport header, as bits. */
  private static final class Extended {
    static final int RETH = 1;
    static final int AETH = 2;
    static final int IMMEDIATE = 4;
    static final int RESERVED = 8;
    static final int DETH = 16;
    static final int ARRIVED = 32;
    static final int COUNT = 64;
    static final int RESERVED_BYTES = 16;
  }
}
