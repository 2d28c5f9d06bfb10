package dev.inflight.sim.mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A loaded MPI library. */
final class MpiLibrary {
  private static final String HOW_TO_INSTALL = "Install OpenMPI (Debian, Ubuntu: apt install openmpi-bin libopenmpi-dev) or MPICH (apt install"
      + " mpich) and start with its mpirun, or name the library's file in " + Launch.OVERRIDE + ".";

  private final Loader loader;
  private final String name;
  private final MemorySegment library;

  private MpiLibrary(Loader loader, String name, MemorySegment library) {
    this.loader = loader;
    this.name = name;
    this.library = library;
  }

  /**
   * Loads the first library that can be loaded.
   *
   * @throws MpiError if none can be loaded, with the loader's reason for each
   */
  static MpiLibrary load(Launch launch) {
    var loader = new Loader();
    // UCX, which MPICH uses to send, would take over signals by which the JVM finds null pointers and stops threads.
    loader.setEnvironment("UCX_ERROR_SIGNALS", "");
    List<String> failures = new ArrayList<>();
    for (String name : launch.libraries()) {
      MemorySegment loaded = loader.load(name);
      if (!loaded.equals(MemorySegment.NULL)) {
        var library = new MpiLibrary(loader, name, loaded);
        if (library.has("MPI_Init_thread")) {
          return library;
        }
        failures.add(name + ": not a library of MPI");
      } else {
        failures.add(loader.lastError());
      }
    }
    throw new MpiError(
        "no MPI library can be loaded (" + String.join("; ", failures) + "), started by " + launch.launcher() + ". "
            + HOW_TO_INSTALL);
  }

  /** The name under which it was loaded. */
  String name() {
    return name;
  }

  boolean has(String symbol) {
    return !loader.symbol(library, symbol).equals(MemorySegment.NULL);
  }

  /**
   * Returns the address of a function or a variable.
   *
   * @throws MpiError if the library has none of this name
   */
  MemorySegment address(String symbol) {
    MemorySegment address = loader.symbol(library, symbol);
    if (address.equals(MemorySegment.NULL)) {
      throw new MpiError("the MPI library " + name + " has no " + symbol + ": Inflight needs OpenMPI 4 or 5, or MPICH 3 or 4");
    }
    return address;
  }
}
