package dev.inflight.live.os;

import org.jspecify.annotations.Nullable;

/** File descriptor that is closed once. */
public final class Descriptor implements AutoCloseable {
  private static final int CLOSED = -1;

  private final Libc libc = new Libc();
  private int fd;

  /**
   * Takes ownership of a descriptor.
   *
   * @param call call that created it, for the message
   * @param result result of the call: the descriptor, or the negative of errno
   */
  public Descriptor(String call, int result) {
    fd = libc.check(call, result);
  }

  /**
   * Opens a nonblocking socket.
   *
   * @param what name of the socket, for the message
   * @param namespace its network namespace; null for the thread's
   */
  public static Descriptor socket(String what, @Nullable String namespace, int domain, int type) {
    var libc = new Libc();
    return new Descriptor(what, Namespaces.within(namespace, () -> libc.socket(domain, type | Libc.NONBLOCK | Libc.CLOEXEC, 0)));
  }

  /** Number of the descriptor; -1 when closed. */
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
