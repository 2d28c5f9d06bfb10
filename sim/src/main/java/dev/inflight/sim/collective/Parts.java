package dev.inflight.sim.collective;

import java.util.Arrays;

/**
 * A buffer that goes from rank to rank in parts that follow each other: a rank has only so many of them under way to the same peer, as on one
 * connection. Were all under way at once, they would share its link and arrive together, and whoever passes them on would wait for all.
 */
final class Parts {
  /** Bytes of a part; smaller ones cost a round trip each, larger ones leave ranks idle. */
  static final long PART_BYTES = 128 << 10;
  static final int MOST = 64;
  /** Parts under way between two ranks: a second one, so that the link does not wait for the first one's acknowledgement. */
  private static final int AT_ONCE = 2;

  private final Members members;
  private final long sizeBytes;
  private final int count;
  private final int[] earlier; // by link and position among those at once

  /**
   * Parts of a buffer.
   *
   * @param links between how many pairs of ranks they go, at most
   */
  Parts(Members members, long sizeBytes, int links) {
    this.members = members;
    this.sizeBytes = sizeBytes;
    count = count(sizeBytes);
    earlier = new int[links * AT_ONCE];
    Arrays.fill(earlier, Collectives.NONE);
  }

  /** How many parts so many bytes have. */
  static int count(long sizeBytes) {
    return (int) Math.clamp(sizeBytes / PART_BYTES, 1, MOST);
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /**
   * Adds the message with a part, which begins when the one that is so many before it on the same link has ended.
   *
   * @param link its number
   * @return the send, as {@link Members#message} has it
   */
  int message(int link, int part, int from, int to, int sendAfter, int receiveAfter) {
    int send = members.message(from, to, Collectives.part(sizeBytes, count, part), sendAfter, receiveAfter);
    int slot = link * AT_ONCE + part % AT_ONCE;
    if (earlier[slot] != Collectives.NONE) {
      members.requires(send, earlier[slot]);
    }
    earlier[slot] = send;
    return send;
  }
}
