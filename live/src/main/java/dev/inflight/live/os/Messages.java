package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Messages for sendmmsg and recvmmsg, each with one piece of memory, and room for an address and for control data. */
public final class Messages implements AutoCloseable {
  private static final int HEADER_BYTES = 64;
  private static final int IOVEC_BYTES = 16;
  private static final int NAME_LENGTH = 8;
  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;
  private static final int LENGTH = 56;
  private static final int MSG_TRUNC = 0x20;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment headers;
  private final MemorySegment pieces;
  private final MemorySegment names;
  private final MemorySegment controls;
  private final int count;
  private final int nameBytes;
  private final int controlBytes;
  private boolean closed;

  /**
   * Creates messages.
   *
   * @param count number of messages
   * @param nameBytes room for each message's address, in bytes; 0 for none
   * @param controlBytes room for each message's control data, in bytes, a multiple of 8; 0 for none
   */
  public Messages(int count, int nameBytes, int controlBytes) {
    this.count = count;
    this.nameBytes = nameBytes;
    this.controlBytes = controlBytes;
    headers = arena.allocate((long) count * HEADER_BYTES, HEADER_BYTES);
    pieces = arena.allocate((long) count * IOVEC_BYTES, IOVEC_BYTES);
    names = arena.allocate(Math.max(1, (long) count * nameBytes), 8);
    controls = arena.allocate(Math.max(1, (long) count * controlBytes), 8);
    for (int message = 0; message < count; message++) {
      long at = (long) message * HEADER_BYTES;
      headers.set(JAVA_LONG, at, nameBytes == 0 ? 0 : names.address() + name(message));
      headers.set(JAVA_LONG, at + 16, pieces.address() + (long) message * IOVEC_BYTES);
      headers.set(JAVA_LONG, at + 24, 1);
      headers.set(JAVA_LONG, at + 32, controlBytes == 0 ? 0 : controls.address() + control(message));
      reset(message);
    }
  }

  /** Number of messages. */
  public int count() {
    return count;
  }

  /** Address of a message's structure, followed by those of later messages. */
  public long address(int message) {
    return headers.address() + (long) message * HEADER_BYTES;
  }

  /** Sets the memory of a message's bytes. */
  public void piece(int message, long address, int length) {
    pieces.set(JAVA_LONG, (long) message * IOVEC_BYTES, address);
    pieces.set(JAVA_LONG, (long) message * IOVEC_BYTES + 8, length);
  }

  /** Address of a message's bytes. */
  public long pieceAddress(int message) {
    return pieces.get(JAVA_LONG, (long) message * IOVEC_BYTES);
  }

  /** Length of a message's bytes. */
  public int pieceLength(int message) {
    return (int) pieces.get(JAVA_LONG, (long) message * IOVEC_BYTES + 8);
  }

  /** Resets the room of a message for address and control data, which receiving changes. */
  public void reset(int message) {
    long at = (long) message * HEADER_BYTES;
    headers.set(JAVA_INT, at + NAME_LENGTH, nameBytes);
    headers.set(JAVA_LONG, at + CONTROL_LENGTH, controlBytes);
    headers.set(JAVA_INT, at + FLAGS, 0);
  }

  /** Number of received bytes. */
  public int received(int message) {
    return headers.get(JAVA_INT, (long) message * HEADER_BYTES + LENGTH);
  }

  /** True if a message was too long for its memory. */
  public boolean isCut(int message) {
    return (headers.get(JAVA_INT, (long) message * HEADER_BYTES + FLAGS) & MSG_TRUNC) != 0;
  }

  /** Number of received bytes of control data. */
  public long controlLength(int message) {
    return headers.get(JAVA_LONG, (long) message * HEADER_BYTES + CONTROL_LENGTH);
  }

  /** Memory of all addresses. */
  public MemorySegment names() {
    return names;
  }

  /** Offset in {@link #names} of a message's address. */
  public long name(int message) {
    return (long) message * nameBytes;
  }

  /** Memory of all control data. */
  public MemorySegment controls() {
    return controls;
  }

  /** Offset in {@link #controls} of a message's control data. */
  public long control(int message) {
    return (long) message * controlBytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arena.close();
    }
  }
}
