package dev.inflight.live.os;

/** Linux error numbers, the same on x86-64 and aarch64, and their meanings for users of devices. */
public final class Errno {
  /** Operation not permitted. */
  public static final int EPERM = 1;
  /** Interrupted by a signal. */
  public static final int EINTR = 4;
  /** No such device or address. */
  public static final int ENXIO = 6;
  /** No such descriptor. */
  public static final int EBADF = 9;
  /** Try again. */
  public static final int EAGAIN = 11;
  /** Permission denied. */
  public static final int EACCES = 13;
  /** Device or resource busy. */
  public static final int EBUSY = 16;
  /** No such device. */
  public static final int ENODEV = 19;
  /** Invalid argument. */
  public static final int EINVAL = 22;
  /** Out of range: AF_XDP's error for an MTU that is too large. */
  public static final int ERANGE = 34;
  /** Message too long. */
  public static final int EMSGSIZE = 90;
  /** Not supported. */
  public static final int EOPNOTSUPP = 95;
  /** The interface is down. */
  public static final int ENETDOWN = 100;
  /** No buffer space available. */
  public static final int ENOBUFS = 105;

  private Errno() {
  }

  /** Name of an error in C, or {@code errno N}. */
  static String name(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case 2 -> "ENOENT";
      case EINTR -> "EINTR";
      case ENXIO -> "ENXIO";
      case EBADF -> "EBADF";
      case EAGAIN -> "EAGAIN";
      case 12 -> "ENOMEM";
      case EACCES -> "EACCES";
      case EBUSY -> "EBUSY";
      case 17 -> "EEXIST";
      case ENODEV -> "ENODEV";
      case EINVAL -> "EINVAL";
      case 24 -> "EMFILE";
      case ERANGE -> "ERANGE";
      case 38 -> "ENOSYS";
      case EMSGSIZE -> "EMSGSIZE";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      case 97 -> "EAFNOSUPPORT";
      case 98 -> "EADDRINUSE";
      case 99 -> "EADDRNOTAVAIL";
      case ENETDOWN -> "ENETDOWN";
      case 101 -> "ENETUNREACH";
      case ENOBUFS -> "ENOBUFS";
      default -> "errno " + errno;
    };
  }

  /** Meaning of an error for the user. */
  static String meaning(int errno) {
    return switch (errno) {
      case EPERM, EACCES -> "needs root or CAP_NET_RAW (AF_XDP also CAP_BPF and CAP_NET_ADMIN, namespaces CAP_SYS_ADMIN)";
      case 2 -> "there is no such file or namespace";
      case EBADF -> "a descriptor is closed already";
      case EAGAIN -> "not possible right now";
      case 12, ENOBUFS -> "the kernel has no memory for it, or a limit on locked memory is reached (ulimit -l)";
      case EBUSY, 17 -> "device or resource busy, perhaps used by another program on the same interface";
      case ENODEV, ENXIO -> "there is no such interface";
      case 24 -> "too many open files (ulimit -n)";
      case ERANGE -> "the MTU is too large for it";
      case 38, EOPNOTSUPP, 97 -> "this kernel or this interface cannot do it";
      case 98 -> "the port is in use";
      case 99 -> "no interface has this address";
      case ENETDOWN -> "the interface is down";
      case 101 -> "there is no route";
      default -> "the kernel refused";
    };
  }
}
