package dev.inflight.live.os;

/** Failed call of the operating system. The message has the call, errno's name, and its meaning for the user. */
public final class OsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * Creates a failure.
   *
   * @param call the failed call and its object: {@code bind eth0}
   * @param errno error number, positive
   */
  public OsException(String call, int errno) {
    super(call + ": " + Errno.name(errno) + ", " + Errno.meaning(errno));
    this.errno = errno;
  }

  /** Error number, one of {@link Errno}. */
  public int errno() {
    return errno;
  }
}
