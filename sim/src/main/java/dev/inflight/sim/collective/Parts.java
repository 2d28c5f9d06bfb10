package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;

/**
 * A buffer that goes from rank to rank in successive parts. A rank sends a bounded number of parts to a peer at once, as on one
 * connection. If all parts were in flight at once, they would share the link and arrive together, and each forwarded part would
 * wait for all.
 */
final class Parts {
  /** Bytes of a part; smaller ones cost a round trip each, larger ones leave ranks idle. */
  static final long PART_BYTES = 128 << 10;
  static final int MOST = 64;
  /** Least number of parts on servers: a tree over servers has many levels, and each level adds the time of a part. */
  private static final int LEAST_WHERE_CUT = 128;
  /** Number of parts in transfer between two ranks; with two, the link does not wait for the first one's acknowledgement. */
  private static final int AT_ONCE = 2;

  private final Members members;
  private final int channel;
  private final long sizeBytes;
  private final int count;
  private final SendWindow window;

  /**
   * Makes the parts of a buffer.
   *
   * @param channel channel of the messages
   * @param links largest number of pairs of ranks between which parts go
   */
  Parts(Members members, int channel, long sizeBytes, int links) {
    this.members = members;
    this.channel = channel;
    this.sizeBytes = sizeBytes;
    count = count(members.plan(), sizeBytes);
    window = new SendWindow(members, links, members.plan().slots(AT_ONCE));
  }

  /** Number of parts of this many bytes, by default. */
  static int count(long sizeBytes) {
    return (int) Math.clamp(sizeBytes / PART_BYTES, 1, MOST);
  }

  /** Number of parts of this many bytes, under a plan that may set chunks. */
  static int count(ChannelPlan plan, long sizeBytes) {
    return plan.chunks(sizeBytes, count(sizeBytes), LEAST_WHERE_CUT);
  }

  /** Number of parts. */
  int count() {
    return count;
  }

  /**
   * Adds the message of a part. It starts when the part one window before it on the same link has ended.
   *
   * @param link number of the link
   * @return the send, as from {@link Members#message}
   */
  int message(int link, int part, int from, int to, int sendAfter, int receiveAfter) {
    int send = members.message(channel, from, to, Collectives.part(sizeBytes, count, part), sendAfter, receiveAfter);
    window.add(link, send);
    return send;
  }
}
