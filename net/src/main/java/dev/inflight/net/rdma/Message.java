package dev.inflight.net.rdma;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.net.link.header.RdmaHeader.Kind;
import dev.inflight.net.rdma.memory.ByteStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One message of a queue pair's stream: consecutive bytes of the stream, packed separately, so its last packet may be short. The
 * receiver has only its packets' headers.
 */
public final class Message {
  /** The most bytes of memory that a message may move: 2^31 (InfiniBand Architecture vol. 1, §9.7.7). */
  public static final long MOST_BYTES = Flow.LONGEST_MESSAGE_BYTES;
  /** Bytes of the stream for a READ request: its header, with the range to read, replaces the payload. */
  public static final int READ_REQUEST_BYTES = 16;

  private final Kind kind;
  private final long memoryBytes;
  private final long address;
  private final int key;
  private final long completedMessages;

  // Set when the message is appended to its stream.
  long start;
  long firstNumber;
  long serial;
  final @Nullable Operation operation;
  /** Source of its bytes; null without real bytes. */
  private @Nullable ByteStore store;
  private long storeOffset;

  private Message(Kind kind, long memoryBytes, long address, int key, long completedMessages, @Nullable Operation operation) {
    this.kind = kind;
    this.memoryBytes = memoryBytes;
    this.address = address;
    this.key = key;
    this.completedMessages = completedMessages;
    this.operation = operation;
  }

  /** The message that a requester sends for an operation. */
  static Message of(Operation operation) {
    boolean write = operation.kind() == Operation.Kind.WRITE;
    var message = new Message(write ? Kind.WRITE : Kind.READ_REQUEST, operation.bytes(), operation.address(), operation.key(), 0,
        operation);
    operation.request = message;
    if (write) {
      message.from(operation.local, operation.localOffset);
    }
    return message;
  }

  /**
   * The message that a responder sends for a READ request.
   *
   * @param memoryBytes requested bytes
   * @param completedMessages messages from the requester so far, with the request
   */
  static Message response(long memoryBytes, long completedMessages) {
    return new Message(Kind.READ_RESPONSE, memoryBytes, 0, 0, completedMessages, null);
  }

  /** Sets the source of its bytes. */
  void from(@Nullable ByteStore where, long offset) {
    store = where;
    storeOffset = offset;
    if (where != null && kind == Kind.READ_RESPONSE) {
      where.answering();
    }
  }

  /** Releases its bytes, as no retransmission can follow. */
  void release() {
    ByteStore from = store;
    store = null;
    if (from != null && kind == Kind.READ_RESPONSE) {
      from.answered();
    }
  }

  /** Copies its bytes from a stream offset on, or zeros if it has none; returns false if their memory is inaccessible. */
  boolean copy(long sequence, byte[] into, int at, int count) {
    if (store == null) {
      Arrays.fill(into, at, at + count, (byte) 0);
      return true;
    }
    return store.get(storeOffset + (sequence - start), into, at, count);
  }

  /** Kind of the message. */
  public Kind kind() {
    return kind;
  }

  /** Bytes that it takes in the stream. */
  public long streamBytes() {
    return kind == Kind.READ_REQUEST ? READ_REQUEST_BYTES : memoryBytes;
  }

  /** Offset of its first byte in the stream. */
  public long start() {
    return start;
  }

  /** Offset of the next message in the stream. */
  public long end() {
    return start + streamBytes();
  }

  /** The number of its first packet; packets of a stream are numbered from 0. */
  public long firstNumber() {
    return firstNumber;
  }

  /** Number of messages before it in the stream. */
  public long serial() {
    return serial;
  }

  /** In a response, the number of the requester's messages up to the request; 0 in others. */
  long completedMessages() {
    return completedMessages;
  }

  /** Writes the message fields of the packet that starts at a byte of the stream. */
  void describe(RdmaHeader header, long sequence, int payloadBytes) {
    header.kind = kind;
    header.first = sequence == start;
    header.last = sequence + payloadBytes == end();
    header.address = address;
    header.key = key;
    header.memoryBytes = memoryBytes;
    header.completedMessages = completedMessages;
    header.postedPs = operation == null ? 0 : operation.postedPs();
  }

  @Override
  public String toString() {
    return kind + " of " + memoryBytes + " B at byte " + start + " of its stream";
  }
}
