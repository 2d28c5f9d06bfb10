package dev.inflight.sim.collective;

import dev.inflight.sim.collective.plan.ChannelPlan;

/**
 * A buffer that goes from rank to rank in parts that follow each other: a rank has only so many of them under way to the same peer, as on one
 * connection. Were all under way at once, they would share its link and arrive together, and each that is passed on would wait for all.
 */
final class Parts {
  /** Bytes of a part; smaller ones cost a round trip each, larger ones leave ranks idle. */
  static final long PART_BYTES = 128 << 10;
  static final int MOST = 64;
  /** Parts on servers, at least: a tree over these has many levels, and the last part comes so many behind the first. */
  private static final int LEAST_WHERE_CUT = 128;
  /** Parts under way between two ranks: a second one, so that the link does not wait for the first one's acknowledgement. */
  private static final int AT_ONCE = 2;

  private final Members members;
  private final int channel;
  private final long sizeBytes;
  private final int count;
  private final SendWindow window;

  /**
   * Parts of a buffer.
   *
   * @param channel by which they go
   * @param links between how many pairs of ranks they go, at most
   */
  Parts(Members members, int channel, long sizeBytes, int links) {
    this.members = members;
    this.channel = channel;
    this.sizeBytes = sizeBytes;
    count = count(members.plan(), sizeBytes);
    window = new SendWindow(members, links, members.plan().slots(AT_ONCE));
  }

  /** How many parts so many bytes have, where nothing else is asked for. */
  static int count(long sizeBytes) {
    return (int) Math.clamp(sizeBytes / PART_BYTES, 1, MOST);
  }

  /** The same where chunks may be asked for. */
  static int count(ChannelPlan plan, long sizeBytes) {
    return plan.chunks(sizeBytes, count(sizeBytes), LEAST_WHERE_CUT);
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /**
   * Adds the message with a part, which starts when the one that is so many before it on the same link has ended.
   *
   * @param link its number
   * @return the send, as {@link Members#message} has it
   */
  int message(int link, int part, int from, int to, int sendAfter, int receiveAfter) {
    int send = members.message(channel, from, to, Collectives.part(sizeBytes, count, part), sendAfter, receiveAfter);
    window.add(link, send);
    return send;
  }
}
