package dev.inflight.net.codec;

import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.header.RdmaHeader.Kind;
import dev.inflight.net.rdma.Message;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Reth;

/** Conversion of a data packet's message fields to opcode, RETH and AETH, and back. */
final class MessageHeaders {
  private MessageHeaders() {
  }

  /** The opcode of a data packet. */
  static Opcode opcode(RdmaHeader header) {
    return switch (header.kind) {
      case WRITE -> header.first
          ? header.last ? Opcode.WRITE_ONLY : Opcode.WRITE_FIRST
          : header.last ? Opcode.WRITE_LAST : Opcode.WRITE_MIDDLE;
      case READ_REQUEST -> Opcode.READ_REQUEST;
      case READ_RESPONSE -> header.first
          ? header.last ? Opcode.READ_RESPONSE_ONLY : Opcode.READ_RESPONSE_FIRST
          : header.last ? Opcode.READ_RESPONSE_LAST : Opcode.READ_RESPONSE_MIDDLE;
    };
  }

  /** The opcode of a data packet without acknowledgement. */
  static Opcode unreliable(Opcode reliable) {
    return switch (reliable) {
      case WRITE_FIRST -> Opcode.UNRELIABLE_WRITE_FIRST;
      case WRITE_MIDDLE -> Opcode.UNRELIABLE_WRITE_MIDDLE;
      case WRITE_LAST -> Opcode.UNRELIABLE_WRITE_LAST;
      case WRITE_ONLY -> Opcode.UNRELIABLE_WRITE_ONLY;
      default -> throw new IllegalArgumentException(reliable + " is acknowledged always");
    };
  }

  /** The opcode of a WRITE that is acknowledged, for one of which it does not matter here; others stay. */
  static Opcode reliable(Opcode opcode) {
    return switch (opcode) {
      case UNRELIABLE_WRITE_FIRST -> Opcode.WRITE_FIRST;
      case UNRELIABLE_WRITE_MIDDLE -> Opcode.WRITE_MIDDLE;
      case UNRELIABLE_WRITE_LAST -> Opcode.WRITE_LAST;
      case UNRELIABLE_WRITE_ONLY -> Opcode.WRITE_ONLY;
      default -> opcode;
    };
  }

  /** True if packets with this opcode are those of streams and flows. */
  static boolean isData(Opcode opcode) {
    return opcode.code() >= Opcode.WRITE_FIRST.code() && opcode.code() <= Opcode.READ_RESPONSE_ONLY.code()
        && !opcode.hasImmediate();
  }

  /**
   * Bytes behind the headers of a packet that takes {@code payload} bytes of its flow: in a READ request, the RETH replaces
   * them.
   */
  static int carried(Opcode opcode, int payload) {
    return opcode == Opcode.READ_REQUEST ? 0 : payload;
  }

  /** Bytes of its flow that a packet takes which carries {@code payload} bytes; the reverse of {@link #carried}. */
  static int taken(Opcode opcode, int payload) {
    return opcode == Opcode.READ_REQUEST ? Message.READ_REQUEST_BYTES : payload;
  }

  /** Writes the extended headers of a data packet; returns their size. */
  static int write(byte[] bytes, int at, Opcode opcode, RdmaHeader header) {
    if (opcode.hasReth()) {
      return Reth.write(bytes, at, header.address, header.key, header.memoryBytes);
    }
    return opcode.hasAeth() ? Aeth.write(bytes, at, Aeth.ACK, (int) header.completedMessages & Psn.MASK) : 0;
  }

  /**
   * Reads the message fields of a data packet's frame; fields without a place in its headers are 0. Returns false for fields
   * that no response has.
   */
  static boolean read(FrameView view, RdmaHeader into) {
    Opcode opcode = reliable(view.opcode);
    into.kind = opcode == Opcode.READ_REQUEST
        ? Kind.READ_REQUEST
        : opcode.code() < Opcode.READ_REQUEST.code() ? Kind.WRITE : Kind.READ_RESPONSE;
    into.first = switch (opcode) {
      case WRITE_FIRST, WRITE_ONLY, READ_REQUEST, READ_RESPONSE_FIRST, READ_RESPONSE_ONLY -> true;
      default -> false;
    };
    into.last = switch (opcode) {
      case WRITE_LAST, WRITE_ONLY, READ_REQUEST, READ_RESPONSE_LAST, READ_RESPONSE_ONLY -> true;
      default -> false;
    };
    boolean request = opcode.hasReth();
    into.address = request ? Reth.virtualAddress(view.bytes, view.reth) : 0;
    into.key = request ? Reth.remoteKey(view.bytes, view.reth) : 0;
    into.memoryBytes = request ? Reth.messageBytes(view.bytes, view.reth) : 0;
    into.completedMessages = opcode.hasAeth() ? Aeth.msn(view.bytes, view.aeth) : 0;
    return !opcode.hasAeth() || Aeth.syndrome(view.bytes, view.aeth) == Aeth.ACK;
  }

  /** True if two headers agree in the fields of a frame's extended headers. */
  static boolean agree(Opcode opcode, RdmaHeader one, RdmaHeader other) {
    return !opcode.hasReth() || one.address == other.address && one.key == other.key && one.memoryBytes == other.memoryBytes;
  }
}
