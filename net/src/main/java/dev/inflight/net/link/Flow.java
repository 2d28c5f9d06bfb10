package dev.inflight.net.link;

import org.jspecify.annotations.Nullable;

/**
 * What both ends of a flow and the switches between them agree on: source, destination and size. It does not change, but for a place for each end, which
 * only that end's host touches: so two hosts may share a flow, or have one each that says the same.
 */
public class Flow {
  /** The most bytes of memory that a message may move: 2^31 (InfiniBand Architecture vol. 1, §9.7.7). */
  public static final long LONGEST_MESSAGE_BYTES = 1L << 31;
  private static final int LARGEST_QUEUE_PAIR = (1 << 24) - 1;

  /** How many source ports a flow has, with which it may be sent over as many paths. */
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

  /** The end that sends, at the source host; none before the flow starts, or before a stream has its first message. */
  @Nullable
  public FlowEnd sender;
  /** The end that receives, at the destination host; none before its first packet, or where a stream has no queue pair. */
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
   * @param startPs when it starts, in picoseconds
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

  /** The same, with queue pairs that have the number of another flow. */
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
   * The UDP source port that sends its packets over another of several paths: all that differs is what hashes make of it.
   *
   * @param entropy which of the flow's ports, 0 for {@link #sourcePort()}, up to {@link #ENTROPIES}
   */
  public int sourcePort(int entropy) {
    return entropy == 0 ? sourcePort : sourcePort + apart(entropy) & LARGEST_PORT;
  }

  /** Those from 32 on are halfway between two of the others. */
  private static int apart(int entropy) {
    return entropy * PORTS_APART + entropy / APART_TIMES * (PORTS_APART / 2);
  }

  /** The source port of a flow of which a packet has this one, as {@link #sourcePort(int)} gives it. */
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

  /** Its class: the number of the rules that hosts have for it. */
  public byte flowClass() {
    return flowClass;
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

  /** Whether a message starts at this byte. */
  public boolean startsMessage(long sequence, int payloadBytes) {
    return sequence == 0 || sizeBytes > LONGEST_MESSAGE_BYTES && sequence % messageBytes(payloadBytes) == 0;
  }

  /** How its bytes are cut into packets. */
  public Segmentation layout(int payloadBytes) {
    return new Segmentation.OfFlow(this, payloadBytes);
  }

  /** Whether its first packet is all that a host needs to receive it; a stream needs a connection. */
  public boolean beginsWithPacket() {
    return true;
  }

  /**
   * The number of the packet that starts at this byte, or of packets before it where the flow ends there. All packets of a plain flow but its
   * last are full, so a byte offset and a packet number say the same.
   *
   * @throws IllegalArgumentException when no packet does
   */
  public long numberOf(long sequence, int payloadBytes) {
    long number = sequence == sizeBytes() ? Math.ceilDiv(sequence, payloadBytes) : sequence / payloadBytes;
    if (number * payloadBytes != sequence && sequence != sizeBytes()) {
      throw new IllegalArgumentException(
          "byte " + sequence + " of " + this + " is not where a packet of " + payloadBytes + " begins");
    }
    return number;
  }

  /** Where the packet with this number starts, or the flow's end for the next one to come; -1 when it is neither. */
  public long sequenceOf(long number, int payloadBytes) {
    boolean known = number >= 0 && number <= Math.max(1, Math.ceilDiv(sizeBytes(), payloadBytes)); // an empty flow has one packet
    return known ? Math.min(number * payloadBytes, sizeBytes()) : -1;
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
