package dev.inflight.live.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory that a descriptor's kernel object and we share. Who reads it after it was closed gets an exception. */
public final class Mapping implements AutoCloseable {
  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  private boolean closed;

  /**
   * Maps.
   *
   * @param what it is, for the message
   * @param fd its descriptor
   * @param size in bytes
   * @param offset which of the descriptor's memories
   */
  @SuppressWarnings("restricted")
  public Mapping(String what, int fd, long size, long offset) {
    long at = libc.mmap(fd, size, offset);
    if (at < 0 && at > -4096) {
      arena.close();
      throw new OsException("mmap " + what, (int) -at);
    }
    bytes = MemorySegment.ofAddress(at).reinterpret(size, arena, null);
  }

  /** The memory. */
  public MemorySegment bytes() {
    return bytes;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      arena.close();
      libc.munmap(bytes.address(), bytes.byteSize());
    }
  }
}
