package dev.inflight.sim.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The ranks as a whole: how a process joins them, leaves them and ends them, and their constant properties. */
final class MpiWorld {
  private static final MethodHandle INIT_THREAD = MpiCalls.shape(ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
  private static final MethodHandle HANDLES = MpiCalls.shape(JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ASK = MpiCalls.shape(JAVA_LONG, ADDRESS);
  private static final MethodHandle ASK_TEXT = MpiCalls.shape(ADDRESS, ADDRESS);
  private static final MethodHandle ABORT = MpiCalls.shape(JAVA_LONG, JAVA_INT);
  private static final MethodHandle NOTHING = MpiCalls.shape();

  private static final int SERIALIZED = 2; // MPI_THREAD_SERIALIZED: calls of any thread, one at a time
  private static final int VERSION_BYTES = 8192; // the longest of all, MPICH's

  private final MpiLibrary library;
  private final Errors errors;
  private final long world;

  MpiWorld(MpiLibrary library, Dialect dialect, Errors errors) {
    this.library = library;
    this.errors = errors;
    world = dialect.world();
  }

  /** Joins the ranks. From then on errors are results of calls; errors during joining end the process. */
  void join(long errorsReturn) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment provided = arena.allocate(JAVA_INT);
      errors.check("MPI_Init_thread", (int) INIT_THREAD.invokeExact(library.address("MPI_Init_thread"), MemorySegment.NULL,
          MemorySegment.NULL, SERIALIZED, provided));
      if (provided.get(JAVA_INT, 0) < SERIALIZED) {
        throw new MpiError("the MPI library " + library.name() + " is one without threads, which Java has");
      }
      errors.check("MPI_Comm_set_errhandler",
          (int) HANDLES.invokeExact(library.address("MPI_Comm_set_errhandler"), world, errorsReturn));
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  int rank() {
    return ask("MPI_Comm_rank");
  }

  int size() {
    return ask("MPI_Comm_size");
  }

  private int ask(String function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(JAVA_INT);
      errors.check(function, (int) ASK.invokeExact(library.address(function), world, answer));
      return answer.get(JAVA_INT, 0);
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** First line of the library's version text. */
  String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(VERSION_BYTES);
      errors.check("MPI_Get_library_version",
          (int) ASK_TEXT.invokeExact(library.address("MPI_Get_library_version"), text, arena.allocate(JAVA_INT)));
      return text.getString(0).lines().findFirst().orElse("").strip().replaceAll("\\s+", " ");
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** Ends all ranks. */
  void abort(int code) {
    try {
      errors.check("MPI_Abort", (int) ABORT.invokeExact(library.address("MPI_Abort"), world, code));
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }

  /** Leaves the ranks; waits until the others leave too. */
  void leave() {
    try {
      errors.check("MPI_Finalize", (int) NOTHING.invokeExact(library.address("MPI_Finalize")));
    } catch (Throwable thrown) {
      throw MpiCalls.unexpected(thrown);
    }
  }
}
