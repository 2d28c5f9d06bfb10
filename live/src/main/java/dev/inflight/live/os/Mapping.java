package dev.inflight.live.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory shared with a descriptor's kernel object. Reading it after it was closed throws. */
public final class Mapping implements AutoCloseable {
  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  private boolean closed;

  /**
   * Maps the memory.
   *
   * @param what name of the memory, for the message
   * @param fd descriptor of the kernel object
   * @param size size in bytes
   * @param offset offset that selects one of the descriptor's memories
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

  /** The mapped memory. */
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
