package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * What both ends of a flow and the switches between them agree on: who talks to whom, and which paths the packets take. A path is a pure
 * function of the flow and the routes, so it is computed once for each version of the routes and not at every switch.
 */
public class Flow {
  /** The most bytes of memory that a message may move: 2^31 (InfiniBand Architecture vol. 1, §9.7.7). */
  public static final long LONGEST_MESSAGE_BYTES = 1L << 31;
  private static final int LARGEST_QUEUE_PAIR = (1 << 24) - 1;

  private final int id;
  private final int source;
  private final int destination;
  private final int sourcePort;
  private final int destinationPort;
  private final byte group;
  private final long sizeBytes;
  private final long startPs;
  private final int queuePair;

  public FlowEnd sender;
  @Nullable
  public FlowEnd receiver;
  public Port[] dataPath = {};
  public Port[] ackPath = {};
  public int routeEpoch = -1;
  /** Its class: the number of the rules for hosts that hold for it, 0 and up; set before it starts. */
  public byte flowClass;

  /**
   * A flow.
   *
   * @param id its number in the run
   * @param source sending host
   * @param destination receiving host
   * @param sourcePort UDP source port, which tells flows of the same two hosts apart
   * @param destinationPort UDP destination port
   * @param group priority group of its packets
   * @param sizeBytes application bytes
   * @param startPs when it starts, in picoseconds
   */
  @SuppressWarnings("NullAway") // sender and receiver refer to the flow and are set right after it exists
  public Flow(int id, int source, int destination, int sourcePort, int destinationPort, int group, long sizeBytes, long startPs) {
    this(id, id, source, destination, sourcePort, destinationPort, group, sizeBytes, startPs);
  }

  @SuppressWarnings("NullAway")
  public // as above
  Flow(int id, int pairNumber, int source, int destination, int sourcePort, int destinationPort, int group, long sizeBytes,
      long startPs) {
    queuePair = 2 + Integer.remainderUnsigned(pairNumber, LARGEST_QUEUE_PAIR - 2);
    this.id = id;
    this.source = source;
    this.destination = destination;
    this.sourcePort = sourcePort;
    this.destinationPort = destinationPort;
    this.group = (byte) group;
    this.sizeBytes = sizeBytes;
    this.startPs = startPs;
  }

  /** The flow's number in the run. */
  public int id() {
    return id;
  }

  /** The sending host. */
  public int source() {
    return source;
  }

  /** The receiving host. */
  public int destination() {
    return destination;
  }

  /** UDP source port. */
  public int sourcePort() {
    return sourcePort;
  }

  /** UDP destination port. */
  public int destinationPort() {
    return destinationPort;
  }

  /** Priority group, 1 to 7. */
  public byte group() {
    return group;
  }

  /** Application bytes; of a stream those of its messages so far. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** The number of the queue pairs at both ends: never 0 or 1, which InfiniBand keeps to itself, nor all ones, which is multicast. */
  public int queuePair() {
    return queuePair;
  }

  /**
   * Bytes of each RDMA message that the flow is written in, but for its last: as many full packets as fit into 2^31 bytes, the most
   * that a message may have (InfiniBand Architecture vol. 1, §9.7).
   */
  public static long messageBytes(int payloadBytes) {
    return LONGEST_MESSAGE_BYTES / payloadBytes * payloadBytes;
  }

  /** Whether a message begins at this byte. */
  public boolean startsMessage(long sequence, int payloadBytes) {
    return sequence == 0 || sizeBytes > LONGEST_MESSAGE_BYTES && sequence % messageBytes(payloadBytes) == 0;
  }

  /** How its bytes are cut into packets. */
  public Segmentation layout(int payloadBytes) {
    return new Segmentation.OfFlow(this, payloadBytes);
  }

  /** The end that sends; none before it starts, or before a stream has its first message. */
  public @Nullable FlowEnd sender() {
    return sender;
  }

  /** Application bytes that its sender knows to have arrived; 0 before it starts. */
  public long ackedBytes() {
    return sender == null ? 0 : sender.ackedBytes();
  }

  /** When it starts, in picoseconds. */
  public long startPs() {
    return startPs;
  }

  @Override
  public String toString() {
    return "flow " + id + " (host " + source + " to host " + destination + ", " + sizeBytes() + " B)";
  }
}
