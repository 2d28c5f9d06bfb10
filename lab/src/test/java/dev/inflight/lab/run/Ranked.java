package dev.inflight.lab.run;

import dev.inflight.sim.mpirun.Mpirun;
import dev.inflight.sim.mpirun.Mpirun.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The program in several processes, each a separate JVM.
 *
 * @param mpirun starter of the processes
 * @param folder folder for their output
 */
record Ranked(Mpirun mpirun, Path folder) {
  /** A scenario of the tree. */
  static String scenario(String name) {
    return Path.of("../scenarios", name + ".yaml").toAbsolutePath().normalize().toString();
  }

  /** A JVM that runs a scenario as one of several. */
  static List<String> run(Path out, String... arguments) {
    return Mpirun.java("dev.inflight.lab.cli.Main",
        Stream.concat(Stream.of("run", "--mpi", "--out", out.toString()), Stream.of(arguments)).toArray(String[]::new));
  }

  /** Runs one program in some processes. */
  Ended run(int ranks, List<String> program) throws IOException, InterruptedException {
    return mpirun.run(folder, ranks, Map.of(), program);
  }

  /** Runs two programs together, each in a process. */
  Ended together(List<String> first, List<String> second) throws IOException, InterruptedException {
    List<String> command = mpirun.command(folder, 1, first);
    command.addAll(List.of(":", "-np", "1"));
    command.addAll(second);
    return Mpirun.run(folder, Map.of(), command);
  }

  /** Starts one program in some processes. */
  Process start(Path said, int ranks, Map<String, String> environment, List<String> program)
      throws IOException, InterruptedException {
    return Mpirun.start(said, environment, mpirun.command(folder, ranks, program));
  }
}
