package dev.inflight.net.frame;

import dev.inflight.net.Flow;

/**
 * How the bytes of a flow become RDMA WRITE messages and numbered packets. All packets of a flow but its last are full, so a byte
 * offset and a packet number say the same.
 */
final class Messages {
  private static final int NUMBER_BITS = 24;
  static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;

  private Messages() {
  }

  /** The queue pair of both ends of a flow: never 0 or 1, which InfiniBand keeps to itself, nor all ones, which is multicast. */
  static int queuePair(Flow flow) {
    return 2 + Integer.remainderUnsigned(flow.id(), NUMBER_MASK - 2);
  }

  /**
   * The number of the packet that begins at this byte of the flow, or of packets before it where the flow ends there.
   *
   * @throws IllegalArgumentException when no packet does
   */
  static long number(Flow flow, long sequence, int payloadBytes) {
    long number = sequence == flow.sizeBytes() ? Math.ceilDiv(sequence, payloadBytes) : sequence / payloadBytes;
    if (number * payloadBytes != sequence && sequence != flow.sizeBytes()) {
      throw new IllegalArgumentException(
          "byte " + sequence + " of " + flow + " is not where a packet of " + payloadBytes + " begins");
    }
    return number;
  }

  /** The full number of a packet of which the wire has 24 bits: the one nearest to what its sender knows to have arrived. */
  static long number(Flow flow, int low, int payloadBytes) {
    return nearest(low, Math.ceilDiv(flow.ackedBytes(), payloadBytes));
  }

  /** The number with these low 24 bits that is nearest to another one: from 2^23 below it to 2^23 - 1 above. */
  static long nearest(int low, long to) {
    int spare = Integer.SIZE - NUMBER_BITS;
    return to + (low - (int) to << spare >> spare);
  }

  /** Where in the flow the packet with this number begins, or the flow's end where there is none. */
  static long sequence(Flow flow, long number, int payloadBytes) {
    return Math.min(number * payloadBytes, flow.sizeBytes());
  }

  /** Whether a message ends with this byte not counted. */
  static boolean ends(Flow flow, long end, int payloadBytes) {
    return end == flow.sizeBytes() || flow.startsMessage(end, payloadBytes);
  }

  /** Bytes of the message that begins at this byte, at most 2^31. */
  static long lengthOf(Flow flow, long start, int payloadBytes) {
    long unit = Flow.messageBytes(payloadBytes);
    return flow.startsMessage(unit, payloadBytes) ? Math.min(unit, flow.sizeBytes() - start) : flow.sizeBytes() - start;
  }

  /** Messages that have arrived completely once these bytes have, modulo 2^24 (the MSN of an acknowledgement). */
  static int completed(Flow flow, long expected, int payloadBytes) {
    long unit = Flow.messageBytes(payloadBytes);
    boolean several = flow.startsMessage(unit, payloadBytes);
    long whole = several ? expected / unit : 0;
    boolean shortOneToo = expected == flow.sizeBytes() && !(several && expected % unit == 0);
    return (int) (whole + (shortOneToo ? 1 : 0)) & NUMBER_MASK;
  }
}
