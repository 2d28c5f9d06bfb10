package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * Properties of a flow that its two ends and the switches share: source, destination and size. Immutable, except for one field
 * per end that only that end's host accesses, so two hosts may share a flow or have equal copies.
 */
public class Flow {
  /** The most bytes of memory that a message may move: 2^31 (InfiniBand Architecture vol. 1, §9.7.7). */
  public static final long LONGEST_MESSAGE_BYTES = 1L << 31;
  private static final int LARGEST_QUEUE_PAIR = (1 << 24) - 1;

  /** Number of source ports that a flow has, and so of paths that it may use. */
  public static final int ENTROPIES = 64;
  private static final int PORTS_APART = 2048;
  private static final int APART_TIMES = 32;
  private static final int LARGEST_PORT = 0xFFFF;

  private final int id;
  private final int source;
  private final int destination;
  private final int sourcePort;
  private final int destinationPort;
  private final byte priority;
  private final byte flowClass;
  private final long sizeBytes;
  private final long startPs;
  private final int queuePair;

  /** The sending end, at the source host; null before the flow starts, or before a stream has its first message. */
  @Nullable
  public FlowEnd sender;
  /** Receiving end, at the destination host; null before the first packet, and null in a stream without a queue pair. */
  @Nullable
  public FlowEnd receiver;

  /**
   * A flow.
   *
   * @param id its number in the run
   * @param source sending host
   * @param destination receiving host
   * @param sourcePort UDP source port, which distinguishes flows of the same two hosts
   * @param destinationPort UDP destination port
   * @param priority priority of its packets
   * @param sizeBytes application bytes
   * @param startPs start time, in picoseconds
   */
  public Flow(int id, int source, int destination, int sourcePort, int destinationPort, int priority, long sizeBytes,
      long startPs) {
    this(id, source, destination, sourcePort, destinationPort, priority, sizeBytes, startPs, 0);
  }

  /**
   * A flow of a class.
   *
   * @param flowClass the number of the rules that hosts have for it, 0 and up; without classes all flows are of class 0
   */
  public Flow(int id, int source, int destination, int sourcePort, int destinationPort, int priority, long sizeBytes,
      long startPs, int flowClass) {
    this(id, id, source, destination, sourcePort, destinationPort, priority, sizeBytes, startPs, flowClass);
  }

  /** Makes a flow with the queue pair number of another flow. */
  protected Flow(int id, int pairNumber, int source, int destination, int sourcePort, int destinationPort, int priority,
      long sizeBytes, long startPs, int flowClass) {
    queuePair = 2 + Integer.remainderUnsigned(pairNumber, LARGEST_QUEUE_PAIR - 2);
    this.id = id;
    this.source = source;
    this.destination = destination;
    this.sourcePort = sourcePort;
    this.destinationPort = destinationPort;
    this.priority = (byte) priority;
    this.flowClass = (byte) flowClass;
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

  /**
   * Returns the UDP source port of packets over another of several paths. Only the hashes of switches use the difference.
   *
   * @param entropy index of the flow's port, 0 for {@link #sourcePort()}, below {@link #ENTROPIES}
   */
  public int sourcePort(int entropy) {
    return entropy == 0 ? sourcePort : sourcePort + apart(entropy) & LARGEST_PORT;
  }

  /** Distance from the first port. Ports from 32 on are halfway between two of the others. */
  private static int apart(int entropy) {
    return entropy * PORTS_APART + entropy / APART_TIMES * (PORTS_APART / 2);
  }

  /** Returns the flow's first source port from the port of one of its packets: the inverse of {@link #sourcePort(int)}. */
  public static int firstPort(int port, int entropy) {
    return port - apart(entropy) & LARGEST_PORT;
  }

  /** UDP destination port. */
  public int destinationPort() {
    return destinationPort;
  }

  /** Priority, 1 to 7. */
  public byte priority() {
    return priority;
  }

  /** Class of the flow: the number of the rules that hosts have for it. */
  public byte flowClass() {
    return flowClass;
  }

  /** Application bytes; of a stream, the bytes of its messages so far. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Number of the queue pairs at both ends: never 0 or 1, which InfiniBand reserves, nor all ones, which is multicast. */
  public int queuePair() {
    return queuePair;
  }

  /**
   * Bytes of each RDMA message of the flow except the last: as many full packets as fit into 2^31 bytes, the limit of a message
   * (InfiniBand Architecture vol. 1, §9.7).
   */
  public static long messageBytes(int payloadBytes) {
    return LONGEST_MESSAGE_BYTES / payloadBytes * payloadBytes;
  }

  /** Reports whether a message starts at this byte. */
  public boolean startsMessage(long sequence, int payloadBytes) {
    return sequence == 0 || sizeBytes > LONGEST_MESSAGE_BYTES && sequence % messageBytes(payloadBytes) == 0;
  }

  /** Returns the division of the flow's bytes into packets. */
  public Segmentation layout(int payloadBytes) {
    return new Segmentation.OfFlow(this, payloadBytes);
  }

  /** True if the first packet is enough for a host to receive the flow; a stream needs a connection first. */
  public boolean beginsWithPacket() {
    return true;
  }

  /**
   * Returns the number of the packet that starts at this byte; at the flow's end, the number of packets. All packets of a plain
   * flow except the last are full, so byte offsets and packet numbers correspond.
   *
   * @throws IllegalArgumentException if no packet starts there
   */
  public long numberOf(long sequence, int payloadBytes) {
    long number = sequence == sizeBytes() ? Math.ceilDiv(sequence, payloadBytes) : sequence / payloadBytes;
    if (number * payloadBytes != sequence && sequence != sizeBytes()) {
      throw new IllegalArgumentException(
          "byte " + sequence + " of " + this + " is not where a packet of " + payloadBytes + " begins");
    }
    return number;
  }

  /**
   * Returns the first byte of the packet with this number; the flow's end for the number after the last packet; -1 for other
   * numbers.
   */
  public long sequenceOf(long number, int payloadBytes) {
    boolean known = number >= 0 && number <= Math.max(1, Math.ceilDiv(sizeBytes(), payloadBytes)); // an empty flow has one packet
    return known ? Math.min(number * payloadBytes, sizeBytes()) : -1;
  }

  /** Start time, in picoseconds. */
  public long startPs() {
    return startPs;
  }

  @Override
  public String toString() {
    return "flow " + id + " (host " + source + " to host " + destination + ", " + sizeBytes() + " B)";
  }
}
