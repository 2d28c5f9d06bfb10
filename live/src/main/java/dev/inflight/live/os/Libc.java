package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Functions of the C library. Each object has a place of its own for the reason of the last refusal, so one thread uses it at a time. What returns
 * a number returns a negative one when the system refuses; {@link #errno} then says why. Calls allocate nothing.
 */
@SuppressWarnings("restricted") // native access is the launcher's to allow
public final class Libc {
  /** Do not wait: of {@link #sendTo} and {@link #sendMany}. */
  public static final int DONT_WAIT = 0x40;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET = of("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = of("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SET_OPTION = of("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle GET_OPTION = of("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle SEND_TO = of("sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SEND_MANY = of("sendmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle RECEIVE_MANY = of("recvmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle MAP = of("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle UNMAP = of("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WAIT = of("ppoll", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
  private static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle CLOSE = of("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle READ = of("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE = of("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle ENTER = of("setns", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle INDEX = of("if_nametoindex", JAVA_INT, ADDRESS);
  private static final MethodHandle EVENT = of("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle CONTROL = variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
  private static final MethodHandle SYSTEM_CALL = variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG);

  private static final long BPF = System.getProperty("os.arch").equals("aarch64") ? 280 : 321;
  private static final int READ_AND_WRITE = 3;
  private static final int SHARED = 1;
  private static final int NETWORK_NAMESPACE = 0x4000_0000;
  private static final int EVENT_NON_BLOCKING = 0x800;

  private final MemorySegment state = Arena.ofAuto().allocate(STATE);
  private final MemorySegment small = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

  private static MethodHandle of(String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"));
  }

  private static MethodHandle variadic(String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"), Linker.Option.firstVariadicArg(fixed));
  }

  /** C functions throw nothing, but Java's errors come at any time. */
  private static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
  }

  /** Why the last call was refused: see {@link Errno}. */
  public int errno() {
    return (int) ERRNO.get(state, 0L);
  }

  /**
   * The result, if it is none of a refusal.
   *
   * @param what was asked, for the message
   */
  public int check(int result, String what) {
    if (result < 0) {
      throw new OsException(what, errno());
    }
    return result;
  }

  /** Opens a socket; all of them are closed in programs that are started. */
  public int socket(int family, int type, int protocol) {
    final int closeOnExec = 0x80000;
    try {
      return (int) SOCKET.invokeExact(state, family, type | closeOnExec, protocol);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Binds a socket to an address. */
  public int bind(int socket, MemorySegment address, int bytes) {
    try {
      return (int) BIND.invokeExact(state, socket, address, bytes);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sets an option that is an int. */
  public int option(int socket, int level, int name, int value) {
    small.set(JAVA_INT, 0, value);
    return option(socket, level, name, small, Integer.BYTES);
  }

  /** Sets an option. */
  public int option(int socket, int level, int name, MemorySegment value, int bytes) {
    try {
      return (int) SET_OPTION.invokeExact(state, socket, level, name, value, bytes);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Reads an option. */
  public int readOption(int socket, int level, int name, MemorySegment into, int bytes) {
    small.set(JAVA_INT, 0, bytes);
    try {
      return (int) GET_OPTION.invokeExact(state, socket, level, name, into, small);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Makes the kernel look at a socket's ring of frames to send. */
  public long kick(int socket) {
    return sendTo(socket, MemorySegment.NULL, 0, DONT_WAIT);
  }

  /** Sends bytes from a bound or connected socket. */
  public long sendTo(int socket, MemorySegment bytes, long length, int flags) {
    try {
      return (long) SEND_TO.invokeExact(state, socket, bytes, length, flags, MemorySegment.NULL, 0);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Sends several messages, each an {@code mmsghdr}; returns how many. */
  public int sendMany(int socket, MemorySegment headers, int count, int flags) {
    try {
      return (int) SEND_MANY.invokeExact(state, socket, headers, count, flags);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Receives several messages, each an {@code mmsghdr}; returns how many. */
  public int receiveMany(int socket, MemorySegment headers, int count, int flags) {
    try {
      return (int) RECEIVE_MANY.invokeExact(state, socket, headers, count, flags, MemorySegment.NULL);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Maps a file's memory, to be read and written here and there. */
  public MemorySegment map(int file, long offset, long bytes, String what) {
    try {
      var mapped = (MemorySegment) MAP.invokeExact(state, MemorySegment.NULL, bytes, READ_AND_WRITE, SHARED, file, offset);
      if (mapped.address() == -1) {
        throw new OsException(what, errno());
      }
      return mapped.reinterpret(bytes);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Ends a mapping. */
  public int unmap(MemorySegment mapped) {
    try {
      return (int) UNMAP.invokeExact(state, mapped, mapped.byteSize());
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Waits until one of several files has something; the time is a {@code timespec}. */
  public int await(MemorySegment files, int count, MemorySegment time) {
    try {
      return (int) WAIT.invokeExact(state, files, (long) count, time, MemorySegment.NULL);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Opens a file for reading. */
  public int open(String path) {
    final int closeOnExec = 0x80000;
    try (var arena = Arena.ofConfined()) {
      return (int) OPEN.invokeExact(state, arena.allocateFrom(path), closeOnExec);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Closes a file or socket. */
  public int close(int file) {
    try {
      return (int) CLOSE.invokeExact(state, file);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Makes something to wake a thread by, that {@link #await} can wait for. */
  public int event() {
    try {
      return (int) EVENT.invokeExact(state, 0, EVENT_NON_BLOCKING);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Adds one to such a thing. */
  public long signal(int event) {
    small.set(JAVA_LONG, 0, 1);
    try {
      return (long) WRITE.invokeExact(state, event, small, (long) Long.BYTES);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Takes all from it. */
  public long clear(int event) {
    try {
      return (long) READ.invokeExact(state, event, small, (long) Long.BYTES);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Puts the calling thread into the network namespace that a file is. */
  public int enter(int namespace) {
    try {
      return (int) ENTER.invokeExact(state, namespace, NETWORK_NAMESPACE);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The number of an interface in the namespace of the calling thread; 0 when there is none of this name. */
  public int interfaceIndex(String name) {
    try (var arena = Arena.ofConfined()) {
      return (int) INDEX.invokeExact(state, arena.allocateFrom(name));
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** Asks a device through a socket. */
  public int control(int socket, long request, MemorySegment value) {
    try {
      return (int) CONTROL.invokeExact(state, socket, request, value);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  /** The system call bpf. */
  public int bpf(int command, MemorySegment attributes) {
    try {
      return (int) (long) SYSTEM_CALL.invokeExact(state, BPF, (long) command, attributes, attributes.byteSize());
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }
}
