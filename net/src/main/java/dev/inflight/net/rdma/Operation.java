package dev.inflight.net.rdma;

import dev.inflight.net.rdma.memory.ByteStore;
import org.jspecify.annotations.Nullable;

/** A WRITE or READ that an application has posted to a {@link QueuePair}: its parameters and its status. */
public final class Operation {
  /** Kinds of operations. */
  public enum Kind {
    /** Brings bytes into the other end's memory. */
    WRITE,
    /** Requests bytes of the other end's memory. */
    READ
  }

  /** Status of an operation (the work completion status of InfiniBand Architecture vol. 1, §11.6.2). */
  public enum Status {
    /** Not complete yet. */
    PENDING,
    /** Done. */
    SUCCESS,
    /** The other end has no such memory under that key, or does not permit the access. */
    REMOTE_ACCESS_ERROR,
    /** The local memory was inaccessible, for example closed. */
    LOCAL_ACCESS_ERROR,
    /** The other end did not answer any retransmission of the request. */
    RETRY_EXCEEDED,
    /** The other end rejected the connection. */
    REJECTED,
    /** Not known to be done, or never sent: the queue pair failed or closed first. */
    FLUSHED
  }

  private final long id;
  private final Kind kind;
  private final long bytes;
  private final long address;
  private final int key;
  private long postedPs;
  Status status = Status.PENDING;
  /** The local bytes, if any: source of a WRITE, destination of a READ. */
  @Nullable
  ByteStore local;
  long localOffset;
  /** The message that requests it, once it is on the stream. */
  @Nullable
  Message request;

  Operation(long id, Kind kind, long bytes, long address, int key) {
    if (bytes < 1 || bytes > Message.MOST_BYTES) {
      throw new IllegalArgumentException(kind + " of " + bytes + " bytes is outside 1 to " + Message.MOST_BYTES);
    }
    this.id = id;
    this.kind = kind;
    this.bytes = bytes;
    this.address = address;
    this.key = key;
  }

  /** The application's name for it. */
  public long id() {
    return id;
  }

  /** Kind of the operation. */
  public Kind kind() {
    return kind;
  }

  /** Time of its posting, in picoseconds. */
  public long postedPs() {
    return postedPs;
  }

  void postedAt(long nowPs) {
    postedPs = nowPs;
  }

  /** Bytes to move. */
  public long bytes() {
    return bytes;
  }

  /** Address at the other end. */
  public long address() {
    return address;
  }

  /** The key that opens the memory there. */
  public int key() {
    return key;
  }

  /**
   * Number of this operation's bytes among a stream's bytes up to an offset.
   *
   * @param stream stream that carries its bytes: for a WRITE, that of this end; for a READ, the opposite one
   */
  public long bytesUpTo(long sequence, StreamFlow stream) {
    Message asks = request;
    Message carrier = asks == null || kind == Kind.WRITE ? asks : stream.log().responseTo(asks);
    return carrier == null ? 0 : Math.clamp(sequence - carrier.start(), 0, bytes);
  }

  /** Status of the operation. */
  public Status status() {
    return status;
  }

  @Override
  public String toString() {
    return kind + " " + id + " of " + bytes + " B (" + status + ")";
  }
}
