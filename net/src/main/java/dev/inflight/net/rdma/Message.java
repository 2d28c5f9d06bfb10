package dev.inflight.net.rdma;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import org.jspecify.annotations.Nullable;

/**
 * One message of a queue pair's stream: a run of the stream's bytes that is packed on its own, so that its last packet may be short.
 * Both ends speak of the same messages; a frame says of each what its headers have room for.
 */
public final class Message {
  /** The most bytes of memory that a message may move: 2^31 (InfiniBand Architecture vol. 1, §9.7.7). */
  public static final long MOST_BYTES = Flow.LONGEST_MESSAGE_BYTES;
  /** What a READ request takes of the stream: the header that says what to read stands for its payload. */
  public static final int READ_REQUEST_BYTES = 16;

  /** What a message does. */
  public enum Kind {
    /** Brings bytes for the other end's memory. */
    WRITE,
    /** Asks for bytes of the other end's memory. */
    READ_REQUEST,
    /** Brings the bytes that were asked for. */
    READ_RESPONSE
  }

  private final Kind kind;
  private final long memoryBytes;
  private final long address;
  private final int key;
  private final long answered;

  // Set when the message is appended to its stream.
  long start;
  long firstNumber;
  long serial;
  final @Nullable Operation operation;

  private Message(Kind kind, long memoryBytes, long address, int key, long answered,
      @Nullable Operation operation) {
    this.kind = kind;
    this.memoryBytes = memoryBytes;
    this.address = address;
    this.key = key;
    this.answered = answered;
    this.operation = operation;
  }

  /** The message that a requester sends for an operation. */
  static Message of(Operation operation) {
    boolean write = operation.kind() == Operation.Kind.WRITE;
    var message = new Message(write ? Kind.WRITE : Kind.READ_REQUEST, operation.bytes(), operation.address(), operation.key(), 0,
        operation);
    if (write) {
      operation.carrier = message;
    }
    return message;
  }

  /** The message that a responder sends for a READ request. */
  static Message responseTo(Message request) {
    var response = new Message(Kind.READ_RESPONSE, request.memoryBytes, request.address, request.key, request.serial + 1, null);
    Operation operation = request.operation;
    if (operation != null) {
      operation.carrier = response;
    }
    return response;
  }

  /** What it does. */
  public Kind kind() {
    return kind;
  }

  /** Bytes of memory that it moves, or asks for; 1 to {@link #MOST_BYTES}. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /** Bytes that it takes of the stream. */
  public long streamBytes() {
    return kind == Kind.READ_REQUEST ? READ_REQUEST_BYTES : memoryBytes;
  }

  /** Where its first byte stands in the stream. */
  public long start() {
    return start;
  }

  /** Where in the stream the next message begins. */
  public long end() {
    return start + streamBytes();
  }

  /** The number of its first packet; packets of a stream are numbered from 0. */
  public long firstNumber() {
    return firstNumber;
  }

  /** How many messages the stream had before it. */
  public long serial() {
    return serial;
  }

  /** Address at the other end, of a WRITE or READ request. */
  public long address() {
    return address;
  }

  /** The key that opens the memory there. */
  public int key() {
    return key;
  }

  /** Messages that the other end's stream had up to the request that this one answers; 0 for what is no answer. */
  public long answered() {
    return answered;
  }

  /** Bytes of header that only some of its packets have: the {@code RETH} of a WRITE's first, the {@code AETH} of a response's ends. */
  int extendedBytes(long sequence, int payloadBytes, Framing framing) {
    boolean first = sequence == start;
    return switch (kind) {
      case WRITE -> first ? framing.rethBytes() : 0;
      case READ_REQUEST -> 0;
      case READ_RESPONSE -> first || sequence + payloadBytes == end() ? framing.aethBytes() : 0;
    };
  }

  @Override
  public String toString() {
    return kind + " of " + memoryBytes + " B at byte " + start + " of its stream";
  }
}
