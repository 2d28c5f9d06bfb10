package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.MessageLog;
import dev.inflight.net.rdma.StreamFlow;

/**
 * How the bytes of a flow become RDMA messages and numbered packets. All packets of a plain flow but its last are full, so a byte offset
 * and a packet number say the same; a stream's log of messages knows its packets.
 */
final class MessageNumbers {
  private static final int NUMBER_BITS = 24;
  static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;

  private MessageNumbers() {
  }

  /**
   * The number of the packet that begins at this byte of the flow, or of packets before it where the flow ends there.
   *
   * @throws IllegalArgumentException when no packet does
   */
  static long number(Flow flow, long sequence, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    if (log != null) {
      return log.numberOf(sequence);
    }
    long number = sequence == flow.sizeBytes() ? Math.ceilDiv(sequence, payloadBytes) : sequence / payloadBytes;
    if (number * payloadBytes != sequence && sequence != flow.sizeBytes()) {
      throw new IllegalArgumentException(
          "byte " + sequence + " of " + flow + " is not where a packet of " + payloadBytes + " begins");
    }
    return number;
  }

  /** The full number of a packet of which the wire has 24 bits: the one nearest to what its sender knows to have arrived. */
  static long number(Flow flow, int low, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    long acked = flow.ackedBytes();
    return nearest(low, log == null ? Math.ceilDiv(acked, payloadBytes) : log.numberOf(acked));
  }

  /** The number with these low 24 bits that is nearest to another one: from 2^23 below it to 2^23 - 1 above. */
  static long nearest(int low, long to) {
    int spare = Integer.SIZE - NUMBER_BITS;
    return to + (low - (int) to << spare >> spare);
  }

  /** Where in the flow the packet with this number begins, or the flow's end for the next one to come; -1 when it is neither. */
  static long sequence(Flow flow, long number, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    if (log != null) {
      return log.sequenceOf(number);
    }
    boolean known = number >= 0 && number <= Math.ceilDiv(flow.sizeBytes(), payloadBytes);
    return known ? Math.min(number * payloadBytes, flow.sizeBytes()) : -1;
  }

  /** Where in the flow the packet with this number begins; -1 when there is none. */
  static long packet(Flow flow, long number, int payloadBytes) {
    long sequence = sequence(flow, number, payloadBytes);
    boolean empty = StreamFlow.messages(flow) == null && flow.sizeBytes() == 0; // it has one packet all the same
    return sequence < flow.sizeBytes() || empty ? sequence : -1;
  }

  /** Bytes of the flow that the packet takes which begins at this one. */
  static int payload(Flow flow, long sequence, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    return (int) Math.min((log == null ? flow.sizeBytes() : log.at(sequence).end()) - sequence, payloadBytes);
  }

  /** Whether a message ends with this byte not counted. */
  static boolean ends(Flow flow, long end, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    if (log != null) {
      return log.at(end - 1).end() == end;
    }
    return end == flow.sizeBytes() || flow.startsMessage(end, payloadBytes);
  }

  /** Bytes of memory that the message moves which begins at this byte, at most 2^31. */
  static long lengthOf(Flow flow, long start, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    if (log != null) {
      return log.at(start).memoryBytes();
    }
    long unit = Flow.messageBytes(payloadBytes);
    return flow.startsMessage(unit, payloadBytes) ? Math.min(unit, flow.sizeBytes() - start) : flow.sizeBytes() - start;
  }

  /** Messages that have arrived completely once these bytes have, modulo 2^24 (the MSN of an acknowledgement). */
  static int completed(Flow flow, long expected, int payloadBytes) {
    MessageLog log = StreamFlow.messages(flow);
    if (log != null) {
      return (int) log.completedBy(expected) & NUMBER_MASK;
    }
    long unit = Flow.messageBytes(payloadBytes);
    boolean several = flow.startsMessage(unit, payloadBytes);
    long whole = several ? expected / unit : 0;
    boolean shortOneToo = expected == flow.sizeBytes() && !(several && expected % unit == 0);
    return (int) (whole + (shortOneToo ? 1 : 0)) & NUMBER_MASK;
  }
}
