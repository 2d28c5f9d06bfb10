package dev.inflight.live.os;

import org.jspecify.annotations.Nullable;

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

  /**
   * Opens a socket, for which no call waits.
   *
   * @param what it is, for the message
   * @param namespace where it is to be; null is the thread's
   */
  public static Descriptor socket(String what, @Nullable String namespace, int domain, int type) {
    var libc = new Libc();
    return new Descriptor(what, Namespaces.within(namespace, () -> libc.socket(domain, type | Libc.NONBLOCK | Libc.CLOEXEC, 0)));
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
