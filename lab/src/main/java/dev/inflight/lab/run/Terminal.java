package dev.inflight.lab.run;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Terminal of standard output or standard error, through the C library. {@link System#console} is not sufficient: it reports on
 * standard input and output together. Terminal libraries take over signals such as Ctrl-C.
 */
public final class Terminal {
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int WINDOW_BYTES = 8; // struct winsize: rows, columns, and both in pixels, 16 bits each
  private static final int COLUMNS_AT = 2;
  /** Columns of a terminal that does not report its width. */
  private static final int USUAL_COLUMNS = 80;

  private final int descriptor;
  private final MethodHandle ioctl;
  private final long getWindowSize;

  private Terminal(int descriptor, MethodHandle ioctl, long getWindowSize) {
    this.descriptor = descriptor;
    this.ioctl = ioctl;
    this.getWindowSize = getWindowSize;
  }

  /** Returns the terminal of standard error; empty if standard error is no terminal, or the system lacks the call. */
  static Optional<Terminal> ofStandardError() {
    return of(STDERR);
  }

  /** Reports whether standard output is a terminal; false if the system lacks the call. */
  public static boolean isStandardOutput() {
    return of(STDOUT).isPresent();
  }

  @SuppressWarnings("restricted") // the launcher permits native access
  private static Optional<Terminal> of(int descriptor) {
    try {
      Linker linker = Linker.nativeLinker();
      var types = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
      return linker.defaultLookup().find("ioctl")
          .map(address -> linker.downcallHandle(address, types, Linker.Option.firstVariadicArg(2)))
          .map(ioctl -> new Terminal(descriptor, ioctl, request())).filter(terminal -> terminal.columns().isPresent());
    } catch (UnsupportedOperationException | IllegalCallerException cannotAsk) {
      return Optional.empty(); // the JVM lacks the foreign-function interface, or denies it
    }
  }

  /** TIOCGWINSZ. Linux has its own number, except on PowerPC; the BSDs and macOS have another one. */
  private static long request() {
    boolean linux = System.getProperty("os.name").equals("Linux") && !System.getProperty("os.arch").startsWith("ppc");
    return linux ? 0x5413 : 0x40087468;
  }

  /** Current width; empty if the terminal is gone. */
  OptionalInt columns() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment window = arena.allocate(WINDOW_BYTES);
      if ((int) ioctl.invokeExact(descriptor, getWindowSize, window) != 0) {
        return OptionalInt.empty();
      }
      int columns = Short.toUnsignedInt(window.get(ValueLayout.JAVA_SHORT, COLUMNS_AT));
      return OptionalInt.of(columns == 0 ? USUAL_COLUMNS : columns);
    } catch (Error unrelated) {
      throw unrelated;
    } catch (Throwable impossible) { // the C function throws nothing
      throw new IllegalStateException(impossible);
    }
  }
}
