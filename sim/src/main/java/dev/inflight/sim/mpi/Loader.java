package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The loader of C libraries of a POSIX system. {@code SymbolLookup.libraryLookup} is not sufficient: OpenMPI's plug-ins look for
 * its symbols among the global ones, and that lookup does not report the reason of a failure.
 */
@SuppressWarnings("restricted") // the launcher allows native access
final class Loader {
  private static final int NOW = 0x2; // RTLD_NOW and RTLD_GLOBAL, as Linux numbers them
  private static final int GLOBAL = 0x100;
  private static final long LONGEST_TEXT = 4096;

  private final MethodHandle dlopen;
  private final MethodHandle dlsym;
  private final MethodHandle dlerror;
  private final MethodHandle setenv;

  /**
   * Makes the loader of this system.
   *
   * @throws MpiError if the JVM may not call C, or if there is no such loader
   */
  Loader() {
    try {
      dlopen = function("dlopen", ADDRESS, ADDRESS, JAVA_INT);
      dlsym = function("dlsym", ADDRESS, ADDRESS, ADDRESS);
      dlerror = function("dlerror", ADDRESS);
      setenv = function("setenv", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    } catch (IllegalCallerException refused) {
      throw new MpiError("MPI needs java --enable-native-access=ALL-UNNAMED: " + refused.getMessage(), refused);
    }
  }

  private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address = linker.defaultLookup().find(name)
        .orElseThrow(() -> new MpiError("MPI needs Linux: this system's C library has no " + name));
    return linker.downcallHandle(address, FunctionDescriptor.of(result, arguments));
  }

  /** Loads a library, which stays until the process ends; {@code NULL} on failure, with a reason in {@link #lastError}. */
  MemorySegment load(String library) {
    try (Arena arena = Arena.ofConfined()) {
      return (MemorySegment) dlopen.invokeExact(arena.allocateFrom(library), NOW | GLOBAL);
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** The address of a symbol of a library; {@code NULL} when it has none of this name. */
  MemorySegment symbol(MemorySegment library, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return (MemorySegment) dlsym.invokeExact(library, arena.allocateFrom(name));
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** Message of the last error. */
  String lastError() {
    try {
      MemorySegment text = (MemorySegment) dlerror.invokeExact();
      return text.equals(MemorySegment.NULL) ? "no reason given" : text.reinterpret(LONGEST_TEXT).getString(0);
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** Sets a variable of the environment that C code sees. */
  void setEnvironment(String variable, String value) {
    try (Arena arena = Arena.ofConfined()) {
      int failed = (int) setenv.invokeExact(arena.allocateFrom(variable), arena.allocateFrom(value), 1);
      assert failed == 0 : variable;
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }
}
