package dev.inflight.net.codec;

import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.MessageLog;
import dev.inflight.net.rdma.StreamFlow;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Reth;

/** What the headers of a data packet say of the message that the packet belongs to: the opcode, where the bytes go, what is answered. */
final class MessageHeaders {
  private MessageHeaders() {
  }

  /** The opcode of the packet that begins at a byte of the flow. */
  static Opcode opcode(Flow flow, long start, int payload, int unit) {
    MessageLog log = StreamFlow.messages(flow);
    boolean first = flow.startsMessage(start, unit);
    boolean last = MessageNumbers.ends(flow, start + payload, unit);
    return switch (log == null ? Message.Kind.WRITE : log.at(start).kind()) {
      case WRITE -> first
          ? last ? Opcode.WRITE_ONLY : Opcode.WRITE_FIRST
          : last ? Opcode.WRITE_LAST : Opcode.WRITE_MIDDLE;
      case READ_REQUEST -> Opcode.READ_REQUEST;
      case READ_RESPONSE -> first
          ? last ? Opcode.READ_RESPONSE_ONLY : Opcode.READ_RESPONSE_FIRST
          : last ? Opcode.READ_RESPONSE_LAST : Opcode.READ_RESPONSE_MIDDLE;
    };
  }

  /** Whether packets with this opcode are those of streams and flows. */
  static boolean isData(Opcode opcode) {
    return opcode.code() >= Opcode.WRITE_FIRST.code() && opcode.code() <= Opcode.READ_RESPONSE_ONLY.code()
        && !opcode.hasImmediate();
  }

  /** Bytes behind the headers of a packet that takes {@code payload} bytes of its flow: for a READ request, RETH stands for them. */
  static int carried(Opcode opcode, int payload) {
    return opcode == Opcode.READ_REQUEST ? 0 : payload;
  }

  /** Writes the extended headers of the packet that begins at a byte of the flow; returns their size. */
  static int write(byte[] bytes, int at, Opcode opcode, Flow flow, long start, int unit) {
    if (opcode.hasReth()) {
      return Reth.write(bytes, at, address(flow, start), key(flow, start), MessageNumbers.lengthOf(flow, start, unit));
    }
    return opcode.hasAeth() ? Aeth.write(bytes, at, Aeth.ACK, answered(flow, start)) : 0;
  }

  /** Whether the extended headers of a frame are those of the packet that begins at a byte of the flow. */
  static boolean agree(FrameView view, Flow flow, long start, int unit) {
    byte[] bytes = view.bytes;
    if (view.opcode.hasReth()) {
      int reth = view.reth;
      return Reth.virtualAddress(bytes, reth) == address(flow, start) && Reth.remoteKey(bytes, reth) == key(flow, start)
          && Reth.messageBytes(bytes, reth) == MessageNumbers.lengthOf(flow, start, unit);
    }
    return !view.opcode.hasAeth()
        || Aeth.syndrome(bytes, view.aeth) == Aeth.ACK && Aeth.msn(bytes, view.aeth) == answered(flow, start);
  }

  private static long address(Flow flow, long start) {
    MessageLog log = StreamFlow.messages(flow);
    return log == null ? start : log.at(start).address();
  }

  private static int key(Flow flow, long start) {
    MessageLog log = StreamFlow.messages(flow);
    return log == null ? flow.queuePair() : log.at(start).key();
  }

  /** Requests that the responder has completed with the answer to which the packet belongs, modulo 2^24. */
  private static int answered(Flow flow, long start) {
    MessageLog log = StreamFlow.messages(flow);
    return log == null ? 0 : (int) log.at(start).answered() & MessageNumbers.NUMBER_MASK;
  }
}
