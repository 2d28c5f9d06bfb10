package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/** Functions of libc, as constants for the compiler. Pointers are passed as 64-bit integers, as on 64-bit Linux. */
@SuppressWarnings("restricted") // the launcher grants native access
final class NativeCalls {
  static final MethodHandle SOCKET = of("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle BIND = of("bind", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  static final MethodHandle SETSOCKOPT = of("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  static final MethodHandle GETSOCKOPT = of("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle GETSOCKNAME = of("getsockname", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle GETPEERNAME = of("getpeername", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle MMAP = of("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle MUNMAP = of("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle PPOLL = of("ppoll", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  static final MethodHandle SENDTO = of("sendto", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
  static final MethodHandle SENDMMSG = of("sendmmsg", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  static final MethodHandle RECVMMSG = of("recvmmsg", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle CLOSE = of("close", JAVA_INT, JAVA_INT);
  static final MethodHandle READ = of("read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle WRITE = of("write", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle SETNS = of("setns", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle EVENTFD = of("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle EPOLL_CREATE = of("epoll_create1", JAVA_INT, JAVA_INT);
  static final MethodHandle EPOLL_CTL = of("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  static final MethodHandle FCNTL = variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle PRCTL = variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG);
  static final MethodHandle IOCTL = variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  static final MethodHandle SYSCALL = variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private NativeCalls() {
  }

  private static MethodHandle of(String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"));
  }

  private static MethodHandle variadic(String name, int first, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"), Linker.Option.firstVariadicArg(first));
  }

  /** Exception to throw if a C function's method handle has thrown: C does not throw, but Java's errors occur at any time. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
  }
}
