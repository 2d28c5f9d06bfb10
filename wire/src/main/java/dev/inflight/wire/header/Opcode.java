package dev.inflight.wire.header;

import java.util.List;

/**
 * The opcodes of a base transport header that reliable connections use for WRITE, READ and their answers, the datagram by which
 * connections are made and ended, and the congestion notification packet (IBTA Vol. 1 §9.2, Annex A17); packets of HPCC++, which have
 * numbers that are left to manufacturers (0xC0 to 0xFF); all others are {@link #UNKNOWN}.
 */
public enum Opcode {
  /** First packet of a WRITE of several. */
  WRITE_FIRST(0x06, Extended.RETH),
  /** A packet between the first and the last. */
  WRITE_MIDDLE(0x07, 0),
  /** Last packet of a WRITE of several. */
  WRITE_LAST(0x08, 0),
  /** The same, with immediate data. */
  WRITE_LAST_IMMEDIATE(0x09, Extended.IMMEDIATE),
  /** A WRITE of one packet. */
  WRITE_ONLY(0x0A, Extended.RETH),
  /** The same, with immediate data. */
  WRITE_ONLY_IMMEDIATE(0x0B, Extended.RETH | Extended.IMMEDIATE),
  /** Asks for remote memory. */
  READ_REQUEST(0x0C, Extended.RETH),
  /** First packet of an answer of several to a READ. */
  READ_RESPONSE_FIRST(0x0D, Extended.AETH),
  /** A packet between the first and the last. */
  READ_RESPONSE_MIDDLE(0x0E, 0),
  /** Last packet of an answer of several to a READ. */
  READ_RESPONSE_LAST(0x0F, Extended.AETH),
  /** An answer of one packet to a READ. */
  READ_RESPONSE_ONLY(0x10, Extended.AETH),
  /** Acknowledges, or refuses. */
  ACKNOWLEDGE(0x11, Extended.AETH),
  /** First packet of an unreliable WRITE of several, without acknowledgements. */
  UNRELIABLE_WRITE_FIRST(0x26, Extended.RETH),
  /** A packet between the first and the last. */
  UNRELIABLE_WRITE_MIDDLE(0x27, 0),
  /** Last packet of an unreliable WRITE of several. */
  UNRELIABLE_WRITE_LAST(0x28, 0),
  /** An unreliable WRITE of one packet. */
  UNRELIABLE_WRITE_ONLY(0x2A, Extended.RETH),
  /** An unreliable datagram of one packet; those that make and end connections are such. */
  UD_SEND_ONLY(0x64, Extended.DETH),
  /** Congestion notification packet; 16 zero bytes stand where extended headers would. */
  CNP(0x81, Extended.RESERVED),
  /** Fetches telemetry (draft-miao-rtgwg-hpccplus §7.1: telemetry request packet), and has nothing else. */
  PROBE(0xC0, 0),
  /** Brings telemetry back (§7.1: telemetry response packet; §6.2.2: notification packet). */
  NOTIFICATION(0xC1, Extended.AETH | Extended.ARRIVED),
  /** Carries the window that the receiver has decided (§6.3.2), in eight bytes of payload, and their seal. */
  WINDOW(0xC2, 0),
  /** A switch's answer to a packet that joined a long queue, to its sender (draft-pan-tsvwg-hpccplus §6.3: INT response packet). */
  SWITCH_ANSWER(0xC3, Extended.ARRIVED),
  /** The same to its receiver, where receivers decide. */
  SWITCH_ANSWER_AHEAD(0xC4, Extended.ARRIVED),
  /** Answers a probe of a flow without acknowledgements: how many bytes have arrived, and the telemetry (§7). */
  TALLY(0xC5, Extended.ARRIVED | Extended.COUNT),
  /** Asks how busy one of a flow's paths is (draft-miao-rtgwg-hpccplus §9.4), and has nothing else. */
  PATH_PROBE(0xC6, 0),
  /** Brings back what it has fetched. */
  PATH_REPORT(0xC7, Extended.ARRIVED),
  /** What is left of a data packet that a switch has cut behind its header (NDP, SIGCOMM'17 §3.2; Ultra Ethernet's trimming). */
  TRIMMED(0xC8, 0),
  /** The same, which the switch returns to the sender: under swapped addresses, with the number of the packet. */
  RETURNED(0xC9, 0),
  /** Any other; its {@link #code} is -1, and nothing is known of what follows. */
  UNKNOWN(-1, 0);

  private static final int FIRST = 0x06;
  /** Those with consecutive numbers, from {@link #FIRST} on. */
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

  /** The opcode of a number; looks at its low 8 bits. */
  public static Opcode of(int code) {
    int number = code & 0xFF;
    if (number >= FIRST && number <= ACKNOWLEDGE.code) {
      return IN_ORDER.get(number - FIRST);
    }
    for (int at = 0; at < OTHERS.size(); at++) { // an iterator would be an object for each frame
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

  /** Whether a {@link Deth} follows, and nothing else. */
  public boolean hasDeth() {
    return has(Extended.DETH);
  }

  /** Whether a {@link Reth} follows, before anything else. */
  public boolean hasReth() {
    return has(Extended.RETH);
  }

  /** Whether an {@link Aeth} follows. */
  public boolean hasAeth() {
    return has(Extended.AETH);
  }

  /** Whether an {@link ArrivedPsn} follows, behind the {@link Aeth} if there is one. */
  public boolean hasArrived() {
    return has(Extended.ARRIVED);
  }

  /** Whether an {@link ImmDt} follows, behind the others. */
  public boolean hasImmediate() {
    return has(Extended.IMMEDIATE);
  }

  /** Whether eight bytes follow, behind the {@link ArrivedPsn}: how many bytes have arrived. */
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

  /** Which headers follow the base transport header. */
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
