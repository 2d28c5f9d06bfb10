package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;

/**
 * Functions of the C library of 64-bit Linux. Each returns the function's result, or the negative of errno ({@link Errno})
 * instead of -1, so that a failed call costs no more than others. {@link #check} turns it into an exception. Pointers are
 * addresses, and the caller keeps their memory alive. No call allocates.
 *
 * <p>An object belongs to one thread at a time, because it stores errno.
 */
public final class Libc {
  /** Flag of sockets and of descriptors: calls do not wait. */
  public static final int NONBLOCK = 0x800;
  /** Flag of sockets and of descriptors: child processes do not inherit them. */
  public static final int CLOEXEC = 0x80000;
  /** Flag of sends and receives: this call does not wait. */
  public static final int MSG_DONTWAIT = 0x40;
  /** Level of socket options for sockets of any kind. */
  public static final int SOL_SOCKET = 1;

  private static final int EPOLL_CTL_ADD = 1;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int EPOLLIN = 1;
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED_POPULATE = 0x8001;
  private static final long BPF_X86_64 = 321;
  private static final long BPF_AARCH64 = 280;

  private final MemorySegment state;
  private final long bpf;

  /** Opens the library; throws if this is not 64-bit Linux on x86-64 or aarch64. */
  @SuppressWarnings("restricted")
  public Libc() {
    String system = System.getProperty("os.name");
    String processor = System.getProperty("os.arch");
    boolean arm = processor.equals("aarch64");
    if (!system.equals("Linux") || !arm && !processor.equals("amd64")) {
      throw new UnsupportedOperationException(
          "live packets need Linux on x86-64 or aarch64, and this is " + system + " on " + processor);
    }
    bpf = arm ? BPF_AARCH64 : BPF_X86_64;
    state = Arena.ofAuto().allocate(Linker.Option.captureStateLayout());
  }

  /** Throws if a call has failed; otherwise returns its result. */
  public int check(String call, int result) {
    if (result < 0) {
      throw new OsException(call, -result);
    }
    return result;
  }

  /** Opens a socket. */
  public int socket(int domain, int type, int protocol) {
    try {
      return result((int) NativeCalls.SOCKET.invokeExact(state, domain, type, protocol));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Binds a socket to an address. */
  public int bind(int fd, long address, int bytes) {
    try {
      return result((int) NativeCalls.BIND.invokeExact(state, fd, address, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Sets an option of a socket. */
  public int setsockopt(int fd, int level, int option, long value, int bytes) {
    try {
      return result((int) NativeCalls.SETSOCKOPT.invokeExact(state, fd, level, option, value, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Sets an option with an int value. */
  public int setsockopt(int fd, int level, int option, int value) {
    try (Arena arena = Arena.ofConfined()) {
      return setsockopt(fd, level, option, arena.allocateFrom(JAVA_INT, value).address(), Integer.BYTES);
    }
  }

  /** Reads an option of a socket; {@code bytes} is the address of an int: the available room, then the used size. */
  public int getsockopt(int fd, int level, int option, long value, long bytes) {
    try {
      return result((int) NativeCalls.GETSOCKOPT.invokeExact(state, fd, level, option, value, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Reads a socket's own address; {@code bytes} is the address of an int: the available room, then the used size. */
  int getsockname(int fd, long name, long bytes) {
    try {
      return result((int) NativeCalls.GETSOCKNAME.invokeExact(state, fd, name, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Reads the address of a socket's other end; {@code bytes} as in {@link #getsockname}. */
  int getpeername(int fd, long name, long bytes) {
    try {
      return result((int) NativeCalls.GETPEERNAME.invokeExact(state, fd, name, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Maps a descriptor's memory for reading and writing; returns the address, or the negative of errno. */
  long mmap(int fd, long bytes, long offset) {
    try {
      long at = (long) NativeCalls.MMAP.invokeExact(state, 0L, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, fd, offset);
      return at == -1 ? -errno() : at;
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int munmap(long at, long bytes) {
    try {
      return result((int) NativeCalls.MUNMAP.invokeExact(state, at, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Waits for descriptors; {@code timeout} is the address of a timespec. */
  public int ppoll(long descriptors, int count, long timeout) {
    try {
      return result((int) NativeCalls.PPOLL.invokeExact(state, descriptors, (long) count, timeout, 0L));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Sends nothing, which makes the kernel process a ring. */
  public int kick(int fd) {
    try {
      return result((int) (long) NativeCalls.SENDTO.invokeExact(state, fd, 0L, 0L, MSG_DONTWAIT, 0L, 0));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Sends messages; returns the number that the kernel accepted. */
  public int sendmmsg(int fd, long messages, int count, int flags) {
    try {
      return result((int) NativeCalls.SENDMMSG.invokeExact(state, fd, messages, count, flags));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Receives messages, without a time limit; returns their number. */
  public int recvmmsg(int fd, long messages, int count, int flags) {
    try {
      return result((int) NativeCalls.RECVMMSG.invokeExact(state, fd, messages, count, flags, 0L));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int close(int fd) {
    try {
      return result((int) NativeCalls.CLOSE.invokeExact(state, fd));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int read(int fd, long into, long bytes) {
    try {
      return result((int) (long) NativeCalls.READ.invokeExact(state, fd, into, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int write(int fd, long from, long bytes) {
    try {
      return result((int) (long) NativeCalls.WRITE.invokeExact(state, fd, from, bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Opens a file for reading. */
  int open(String path) {
    try (Arena arena = Arena.ofConfined()) {
      return result((int) NativeCalls.OPEN.invokeExact(state, arena.allocateFrom(path).address(), CLOEXEC, 0));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int setns(int fd, int type) {
    try {
      return result((int) NativeCalls.SETNS.invokeExact(state, fd, type));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int eventfd() {
    try {
      return result((int) NativeCalls.EVENTFD.invokeExact(state, 0, NONBLOCK | CLOEXEC));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /**
   * Sets the timer slack of the calling thread: the kernel may end a sleep late by this time, to wake several threads together;
   * 50 us by default.
   *
   * @param nanos slack in nanoseconds, 1 or more
   */
  int timerSlack(long nanos) {
    try {
      return result((int) NativeCalls.PRCTL.invokeExact(state, PR_SET_TIMERSLACK, nanos));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Creates an epoll descriptor, which is readable when one of its descriptors is. */
  public int epoll() {
    try {
      return result((int) NativeCalls.EPOLL_CREATE.invokeExact(state, CLOEXEC));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Adds a descriptor to those of {@link #epoll}. */
  public int epollAdd(int epoll, int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment event = arena.allocate(16, 8);
      event.set(JAVA_INT, 0, EPOLLIN);
      return result((int) NativeCalls.EPOLL_CTL.invokeExact(state, epoll, EPOLL_CTL_ADD, fd, event.address()));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** Duplicates a descriptor. The duplicate stays valid when the first is closed or reused; child processes do not inherit it. */
  int duplicate(int fd) {
    try {
      return result((int) NativeCalls.FCNTL.invokeExact(state, fd, F_DUPFD_CLOEXEC, 0));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  int ioctl(int fd, long request, long argument) {
    try {
      return result((int) NativeCalls.IOCTL.invokeExact(state, fd, request, argument));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  /** System call bpf, for which the library has no function. */
  public int bpf(int command, long attributes, int bytes) {
    try {
      return result((int) (long) NativeCalls.SYSCALL.invokeExact(state, bpf, (long) command, attributes, (long) bytes));
    } catch (Throwable thrown) {
      throw NativeCalls.unexpected(thrown);
    }
  }

  private int result(int returned) {
    return returned >= 0 ? returned : -errno();
  }

  private int errno() {
    return state.get(JAVA_INT, 0); // the only field on Linux
  }
}
