package dev.inflight.net.switching.queue;

/**
 * What the queues of one port that share it by weights tell of themselves, as if each were a link of its own (draft-miao-rtgwg-hpccplus §9.3).
 *
 * <p>Of two numbers that a queue's rate could be, B here is its share among the queues that may send at the same instant: what is
 * guaranteed to it while all are busy, and the whole line while no other has a packet. Records of hops say the link's rate, or leave it to a
 * table, so bytes are told in proportion: each counts as many times as B goes into the line. Bytes sent so divided by the line's rate are
 * bytes sent by B, and so are bytes queued.
 */
public final class QueueLoads {
  private final long[] sentBytes = new long[PortQueues.COUNT];
  private int queue;
  private long beforeBytes;
  private long behindBytes;
  private long share = 1;
  private long shares = 1;

  /**
   * A packet is about to leave.
   *
   * @param from its queue
   * @param packetBytes its size
   * @param waitingBytes what waits behind it in that queue
   * @param shareOf the queue's weight
   * @param sharesOf the weights of all queues that may send now, its own among them
   */
  void leaves(int from, int packetBytes, int waitingBytes, long shareOf, long sharesOf) {
    queue = from;
    share = shareOf;
    shares = sharesOf;
    beforeBytes = sentBytes[from];
    behindBytes = inProportion(waitingBytes);
    sentBytes[from] += inProportion(packetBytes);
  }

  private long inProportion(long bytes) {
    return (bytes * shares + share / 2) / share;
  }

  /** The packet that leaves has become longer by its telemetry. */
  public void grew(int bytes) {
    sentBytes[queue] += inProportion(bytes);
  }

  /** Bytes that the queue of the packet that leaves had sent before it, in proportion. */
  public long sentBytes() {
    return beforeBytes;
  }

  /** Bytes that wait in that queue behind it, in proportion. */
  public long queueBytes() {
    return behindBytes;
  }
}
