package dev.inflight.live.os;

/** Reasons for refusals that devices meet, as Linux numbers them. */
public final class Errno {
  /** Not permitted. */
  public static final int EPERM = 1;
  /** Interrupted by a signal. */
  public static final int EINTR = 4;
  /** Not now. */
  public static final int EAGAIN = 11;
  /** Busy. */
  public static final int EBUSY = 16;
  /** The network is down. */
  public static final int ENETDOWN = 100;
  /** No room for more. */
  public static final int ENOBUFS = 105;

  private static final int ENOENT = 2;
  private static final int ENXIO = 6;
  private static final int ENOMEM = 12;
  private static final int EACCES = 13;
  private static final int ENODEV = 19;
  private static final int EINVAL = 22;
  private static final int EMFILE = 24;
  private static final int ERANGE = 34;
  private static final int ENOSYS = 38;
  private static final int EOPNOTSUPP = 95;
  private static final int EADDRINUSE = 98;
  private static final int EADDRNOTAVAIL = 99;

  private Errno() {
  }

  /** Whether the interface is not there, or not up. */
  public static boolean isGone(int errno) {
    return errno == ENETDOWN || errno == ENXIO || errno == ENODEV;
  }

  /** Whether it may be possible later. */
  public static boolean isForNow(int errno) {
    return errno == EAGAIN || errno == EBUSY || errno == ENOBUFS || errno == EINTR || errno == ENOMEM;
  }

  static String explain(int errno) {
    String said = switch (errno) {
      case EPERM -> "not permitted (EPERM); it needs root, or CAP_NET_RAW and CAP_NET_ADMIN";
      case EACCES -> "not permitted (EACCES); it needs root, or CAP_NET_RAW and CAP_NET_ADMIN";
      case ENOENT -> "there is no such thing (ENOENT)";
      case ENXIO, ENODEV -> "there is no such interface";
      case ENOMEM -> "no memory (ENOMEM)";
      case EBUSY -> "somebody else has it (EBUSY)";
      case EINVAL -> "the kernel does not take these values (EINVAL)";
      case EMFILE -> "too many open files (EMFILE)";
      case ERANGE -> "a number is too large for it (ERANGE), such as the MTU";
      case ENOSYS, EOPNOTSUPP -> "this kernel or interface cannot do it";
      case EADDRINUSE -> "the address is in use (EADDRINUSE)";
      case EADDRNOTAVAIL -> "no interface has this address (EADDRNOTAVAIL)";
      case ENETDOWN -> "the interface is down (ENETDOWN)";
      case EAGAIN -> "not now (EAGAIN)";
      case ENOBUFS -> "no room for more (ENOBUFS)";
      default -> "error";
    };
    return said + ", errno " + errno;
  }
}
