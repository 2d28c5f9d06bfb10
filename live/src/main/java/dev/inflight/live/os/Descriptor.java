package dev.inflight.live.os;

/** A file descriptor, which is closed once. */
public final class Descriptor implements AutoCloseable {
  private static final int CLOSED = -1;

  private final Libc libc = new Libc();
  private int fd;

  /**
   * Takes over a descriptor.
   *
   * @param call what it was made by, for the message
   * @param result what that returned: the descriptor, or the negative of errno
   */
  public Descriptor(String call, int result) {
    fd = libc.check(call, result);
  }

  /** The number; -1 when closed. */
  public int fd() {
    return fd;
  }

  @Override
  public void close() {
    if (fd != CLOSED) {
      libc.close(fd);
      fd = CLOSED;
    }
  }
}
