package dev.inflight.live.os;

/** A call of the operating system that failed. The message has the call, errno's name, and what that means to the user. */
public final class OsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * A failure.
   *
   * @param call what failed, with what it was about: {@code bind eth0}
   * @param errno why, positive
   */
  public OsException(String call, int errno) {
    super(call + ": " + Errno.name(errno) + ", " + Errno.meaning(errno));
    this.errno = errno;
  }

  /** Why, as a number of {@link Errno}. */
  public int errno() {
    return errno;
  }
}
