package dev.inflight.wire.header;

import dev.inflight.telemetry.util.BigEndian;

/**
 * MAC control frames that pause the other end of a link: single priorities (IEEE 802.1Qbb, PFC) or all traffic (802.3 Annex 31B,
 * PAUSE). Frames have 60 bytes without the frame check sequence. They are never tagged or forwarded.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |        Ethernet header: to 01-80-C2-00-00-01, 0x8808          |
 * +-------------------------------+-------------------------------+
 * |        Opcode 0x0101          |       0       |e7 ... e1 e0   |
 * +-------------------------------+-------------------------------+
 * |            Time[0]            |            Time[1]            |
 * +-------------------------------+-------------------------------+
 * |            Time[2]            |            Time[3]            |
 * +-------------------------------+-------------------------------+
 * |            Time[4]            |            Time[5]            |
 * +-------------------------------+-------------------------------+
 * |            Time[6]            |            Time[7]            |
 * +-------------------------------+-------------------------------+
 * |                      zero, to 60 bytes                        |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * PAUSE has opcode 0x0001, then one time. Times are in quanta of 512 bit times of the link. An enabled priority is paused for its
 * time, which replaces the rest of an earlier pause; time 0 resumes it. A priority that is not enabled keeps its state.
 *
 * <p>A frame to another address is neither: bridges forward it, so its sender need not be the other end of the link.
 */
public final class Pfc {
  /** Bytes of a frame, without its frame check sequence. */
  public static final int BYTES = Ethernet.SMALLEST_BYTES;
  /** Destination of such frames: a group address that bridges do not forward. */
  public static final long DESTINATION = 0x0180_C200_0001L;
  /** Longest time, in quanta. */
  public static final int MOST_QUANTA = 0xFFFF;
  /** Number of priorities. */
  public static final int PRIORITIES = 8;
  /** Offset of the time in a PAUSE frame. */
  public static final int PAUSE_TIME = Ethernet.HEADER_BYTES + 2;
  /** Bytes of a time. */
  public static final int TIME_BYTES = 2;

  private static final int OPCODE = Ethernet.HEADER_BYTES;
  private static final int ENABLED = OPCODE + 2;
  private static final int TIMES = ENABLED + 2;
  private static final int READ_BYTES = TIMES + TIME_BYTES * PRIORITIES;
  private static final int PAUSE_READ_BYTES = PAUSE_TIME + TIME_BYTES;

  private static final int PFC_OPCODE = 0x0101;
  private static final int PAUSE_OPCODE = 0x0001;
  private static final int QUANTUM_BITS = 512;
  private static final long MICRO = 1_000_000;

  private Pfc() {
  }

  /** Writes a PFC frame without enabled priorities; returns its size. */
  public static int write(byte[] bytes, int offset, long source) {
    int at = offset + Ethernet.write(bytes, offset, DESTINATION, source, Ethernet.MAC_CONTROL);
    BigEndian.set16(bytes, at, PFC_OPCODE);
    for (at += 2; at < offset + BYTES; at++) {
      bytes[at] = 0;
    }
    return BYTES;
  }

  /** Enables a priority in a PFC frame: pauses it for a time, or resumes it with 0. */
  public static void quanta(byte[] bytes, int offset, int priority, int quanta) {
    BigEndian.set16(bytes, offset + ENABLED, BigEndian.get16(bytes, offset + ENABLED) | 1 << priority);
    BigEndian.set16(bytes, offset + timeOffset(priority), quanta);
  }

  /** True if a frame of {@code length} bytes is a whole PFC frame; padding may be missing. */
  public static boolean is(byte[] bytes, int offset, int length) {
    return length >= READ_BYTES && hasOpcode(bytes, offset, PFC_OPCODE);
  }

  /** True if a frame of {@code length} bytes is a whole PAUSE frame; padding may be missing. */
  public static boolean isPause(byte[] bytes, int offset, int length) {
    return length >= PAUSE_READ_BYTES && hasOpcode(bytes, offset, PAUSE_OPCODE);
  }

  private static boolean hasOpcode(byte[] bytes, int offset, int opcode) {
    return Ethernet.type(bytes, offset) == Ethernet.MAC_CONTROL && BigEndian.get16(bytes, offset + OPCODE) == opcode
        && Ethernet.destination(bytes, offset) == DESTINATION;
  }

  /** The enabled priorities of a PFC frame, priority n as bit n. */
  public static int enabled(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + ENABLED + 1);
  }

  /** Offset of a priority's time in a PFC frame; the enabled priorities precede all times. */
  public static int timeOffset(int priority) {
    return TIMES + TIME_BYTES * priority;
  }

  /** Time of a priority in a PFC frame, in quanta; meaningful only if the priority is enabled. */
  public static int quanta(byte[] bytes, int offset, int priority) {
    return BigEndian.get16(bytes, offset + timeOffset(priority));
  }

  /** Time of a PAUSE frame, in quanta. */
  public static int pauseQuanta(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + PAUSE_TIME);
  }

  /** Duration of a number of quanta on a link, in picoseconds, rounded up. */
  public static long timePs(int quanta, long rateBitsPerSec) {
    long bitMicros = MICRO * QUANTUM_BITS * quanta;
    // In two steps, because bits times 10^12 would overflow.
    return bitMicros / rateBitsPerSec * MICRO + Math.ceilDiv(bitMicros % rateBitsPerSec * MICRO, rateBitsPerSec);
  }

  /** Smallest number of quanta that last at least {@code timePs}, 0 to 1 s; at most {@link #MOST_QUANTA}. */
  public static int quanta(long timePs, long rateBitsPerSec) {
    long bits = timePs / MICRO * rateBitsPerSec / MICRO;
    int quanta = (int) Math.min(bits / QUANTUM_BITS, MOST_QUANTA);
    while (quanta < MOST_QUANTA && timePs(quanta, rateBitsPerSec) < timePs) {
      quanta++;
    }
    return quanta;
  }
}
