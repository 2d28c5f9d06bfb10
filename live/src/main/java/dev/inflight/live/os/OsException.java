package dev.inflight.live.os;

/** The operating system has refused something. */
public final class OsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int errno;

  /**
   * A refusal.
   *
   * @param what was asked, such as {@code bind(p1)}
   * @param errno the system's number of the reason
   */
  public OsException(String what, int errno) {
    super(what + ": " + Errno.explain(errno));
    this.errno = errno;
  }

  /** The system's number of the reason: see {@link Errno}. */
  public int errno() {
    return errno;
  }
}
