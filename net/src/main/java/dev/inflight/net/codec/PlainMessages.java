package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.header.RdmaHeader;

/**
 * Division of a plain flow into RDMA messages: WRITEs to its own memory from address 0 on, of the largest size of a message,
 * under a key that equals its queue pair's number.
 */
final class PlainMessages {
  private PlainMessages() {
  }

  /** Writes the message headers of the packet that starts at this byte. */
  static void describe(RdmaHeader into, Flow flow, long sequence, int payload, int payloadBytes) {
    into.kind = RdmaHeader.Kind.WRITE;
    into.first = flow.startsMessage(sequence, payloadBytes);
    long end = sequence + payload;
    into.last = end == flow.sizeBytes() || flow.startsMessage(end, payloadBytes);
    into.address = sequence;
    into.key = flow.queuePair();
    into.memoryBytes = lengthOf(flow, sequence, payloadBytes);
    into.completedMessages = 0;
  }

  /** Bytes of memory that the message at this byte moves, at most 2^31. */
  private static long lengthOf(Flow flow, long start, int payloadBytes) {
    long unit = Flow.messageBytes(payloadBytes);
    return flow.startsMessage(unit, payloadBytes) ? Math.min(unit, flow.sizeBytes() - start) : flow.sizeBytes() - start;
  }

  /** Number of messages that have arrived completely with these bytes. */
  static long completed(Flow flow, long expectedBytes, int payloadBytes) {
    long unit = Flow.messageBytes(payloadBytes);
    boolean several = flow.startsMessage(unit, payloadBytes);
    long whole = several ? expectedBytes / unit : 0;
    boolean shortOneToo = expectedBytes == flow.sizeBytes() && !(several && expectedBytes % unit == 0);
    return whole + (shortOneToo ? 1 : 0);
  }
}
