package dev.inflight.sim.mpi;

import java.util.List;
import java.util.Map;

/** Settings of mpirun in this process's environment: its MPI library, and the number of ranks that it has started. */
final class Launch {
  /** Variable that names the library to load, as a file or as a name that the system's loader finds. */
  static final String OVERRIDE = "INFLIGHT_MPI_LIBRARY";

  /** Names by which loaders find it; only a package for developers has a link without version. */
  private static final List<String> OPEN_MPI = List.of("libmpi.so.40", "libmpi.so.80");
  /** Debian has the first; MPICH itself, and libraries with its binary interface, install the second. */
  private static final List<String> MPICH = List.of("libmpich.so.12", "libmpi.so.12");

  private static final String OPEN_MPI_SIZE = "OMPI_COMM_WORLD_SIZE";
  private static final List<String> MPICH_SIZES = List.of("PMI_SIZE", "MPI_LOCALNRANKS");

  private final Map<String, String> environment;

  Launch(Map<String, String> environment) {
    this.environment = environment;
  }

  private boolean isOpenMpi() {
    return environment.containsKey(OPEN_MPI_SIZE);
  }

  private boolean isMpich() {
    return !isOpenMpi() && (environment.containsKey("PMI_RANK") || MPICH_SIZES.stream().anyMatch(environment::containsKey));
  }

  /** Name of the mpirun, for messages. */
  String launcher() {
    return isOpenMpi() ? "OpenMPI's mpirun" : isMpich() ? "MPICH's mpirun" : "no mpirun";
  }

  /** Least number of started ranks: 1 if the environment has none. */
  int ranks() {
    String said = environment.get(OPEN_MPI_SIZE);
    for (String size : MPICH_SIZES) {
      said = said == null ? environment.get(size) : said;
    }
    return said != null && said.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(said) : 1;
  }

  /** The libraries to try, the likeliest first. A library of an MPI other than mpirun's would see a single rank. */
  List<String> libraries() {
    String override = environment.get(OVERRIDE);
    if (override != null && !override.isBlank()) {
      return List.of(override);
    }
    if (isOpenMpi()) {
      return OPEN_MPI;
    }
    return isMpich() ? MPICH : List.of(OPEN_MPI.getFirst(), OPEN_MPI.getLast(), MPICH.getFirst(), MPICH.getLast());
  }
}
