package dev.inflight.net.balance.weave;

/**
 * The fields of {@link dev.inflight.net.link.Packet#overlay} (§3.4, fig. 10): path and epoch of a packet, its role in the epoch,
 * and the times at which it, and the last packet of the old path, left the first leaf, in microseconds modulo 2^16. A path is the
 * pair of egress ports at the first two switches.
 */
final class WeaveMarks {
  /** The largest number of a port. */
  static final int MOST_PORTS = (1 << 10) - 1;
  /** The packet requests a reply. */
  static final int REQUEST = 1;
  /** The last packet of an epoch over the old path. */
  static final int TAIL = 2;
  /** The packet takes the new path. */
  static final int REROUTED = 4;

  private static final int PORT_BITS = 10;
  private static final int PATH_BITS = 2 * PORT_BITS;
  private static final int PATH_MASK = (1 << PATH_BITS) - 1;
  private static final int FLAGS = REQUEST | TAIL | REROUTED;
  private static final int FLAG_SHIFT = PATH_BITS;
  private static final int EPOCH_SHIFT = FLAG_SHIFT + 3;
  private static final int SENT_SHIFT = EPOCH_SHIFT + Byte.SIZE;
  private static final int TAIL_SHIFT = SENT_SHIFT + Short.SIZE;
  private static final long STAMP_MASK = (1L << Short.SIZE) - 1;
  private static final long US = 1_000_000;

  private WeaveMarks() {
  }

  /** A path by the numbers of its first two ports at their switches, from 1. */
  static int path(int first, int second) {
    return first | second << PORT_BITS;
  }

  /** The number of the port at the first switch. */
  static int first(int path) {
    return path & MOST_PORTS;
  }

  /** The number of the port at the second switch. */
  static int second(int path) {
    return path >>> PORT_BITS & MOST_PORTS;
  }

  /** Packs all fields; never 0. */
  static long of(int path, int epoch, int flags, long sentPs, long tailPs) {
    return path | (long) flags << FLAG_SHIFT | (epoch & 0xFFL) << EPOCH_SHIFT | (sentPs / US & STAMP_MASK) << SENT_SHIFT
        | (tailPs / US & STAMP_MASK) << TAIL_SHIFT;
  }

  /** The path. */
  static int path(long marks) {
    return (int) marks & PATH_MASK;
  }

  /** Role of the packet. */
  static int flags(long marks) {
    return (int) (marks >>> FLAG_SHIFT) & FLAGS;
  }

  /** The epoch, a number that starts anew after 255. */
  static byte epoch(long marks) {
    return (byte) (marks >>> EPOCH_SHIFT);
  }

  /** Time at which the packet left the first leaf, in microseconds modulo 2^16. */
  static short sentUs(long marks) {
    return (short) (marks >>> SENT_SHIFT);
  }

  /** Time at which the last packet over the old path left it, in microseconds modulo 2^16. */
  static short tailUs(long marks) {
    return (short) (marks >>> TAIL_SHIFT);
  }

  /** The time from one instant to a later one, in picoseconds; below 0 when that is earlier. */
  static long betweenPs(short fromUs, short toUs) {
    return (short) (toUs - fromUs) * US;
  }
}
