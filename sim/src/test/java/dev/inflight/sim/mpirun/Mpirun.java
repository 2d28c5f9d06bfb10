package dev.inflight.sim.mpirun;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Programs that start ranks, and their options. */
public enum Mpirun {
  OPEN_MPI("mpirun.openmpi", "Open MPI", "openmpi-bin"), MPICH("mpirun.mpich", "HYDRA", "mpich");

  /** Less than the time limit of a test, so that the processes' output is shown. */
  private static final long PATIENCE_SECONDS = 200;
  private static final String LIBRARY = "INFLIGHT_MPI_LIBRARY";

  private final String debianName;
  private final String versionSays;
  private final String debianPackage;

  /** Output of the program and its ranks on either stream, and the exit code. */
  public record Ended(int exit, String said) {
  }

  Mpirun(String debianName, String versionSays, String debianPackage) {
    this.debianName = debianName;
    this.versionSays = versionSays;
    this.debianPackage = debianPackage;
  }

  /** Runs a program in some processes. */
  public Ended run(Path folder, int ranks, Map<String, String> environment, List<String> program)
      throws IOException, InterruptedException {
    return run(folder, environment, command(folder, ranks, program));
  }

  /** Command that runs a program in some processes. */
  public List<String> command(Path folder, int ranks, List<String> program) throws IOException, InterruptedException {
    List<String> command = command(folder);
    command.addAll(List.of("-np", Integer.toString(ranks)));
    command.addAll(program);
    return command;
  }

  /**
   * Start of a command with the program and the options that it needs on any machine. Ends the test as skipped if this MPI is not
   * installed, but as failed if CI should have installed it.
   */
  public List<String> command(Path folder) throws IOException, InterruptedException {
    Optional<String> program = find(folder);
    if (program.isEmpty()) {
      missing();
    }
    var command = new ArrayList<String>(List.of(program.orElseThrow()));
    if (this == OPEN_MPI) {
      command.addAll(List.of("--oversubscribe", "--bind-to", "none"));
      if ("root".equals(System.getProperty("user.name"))) {
        command.add("--allow-run-as-root");
      }
    }
    return command;
  }

  private void missing() {
    String what = this + " is not installed (apt-get install " + debianPackage + ")";
    if (System.getenv("CI") != null) {
      Assertions.fail(what + ", and CI installs it: see .ci/run");
    }
    System.err.println("SKIPPED: " + what);
    Assumptions.abort(what);
  }

  private Optional<String> find(Path folder) throws IOException, InterruptedException {
    if (isOnPath(debianName)) {
      return Optional.of(debianName);
    }
    boolean known = isOnPath("mpirun") && run(folder, Map.of(), List.of("mpirun", "--version")).said().contains(versionSays);
    return known ? Optional.of("mpirun") : Optional.empty();
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  /** A class's {@code main} in a separate JVM, on the class path of this one; it ends before the second compiler would pay. */
  public static List<String> java(String mainClass, String... arguments) {
    String classPath = Stream.of("jdk.module.path", "java.class.path").map(System::getProperty).filter(Objects::nonNull)
        .collect(Collectors.joining(File.pathSeparator));
    var command = new ArrayList<String>(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-Xmx300m", "--enable-native-access=ALL-UNNAMED", "-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a program to its end. */
  public static Ended run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", "");
    return await(start(said, environment, command), said);
  }

  /**
   * Starts a program.
   *
   * @param said file for its output
   */
  public static Process start(Path said, Map<String, String> environment, List<String> command) throws IOException {
    var builder = new ProcessBuilder(command).directory(said.resolveSibling(".").toFile()).redirectErrorStream(true)
        .redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("OMPI_") || name.startsWith("PMI"));
    builder.environment().remove(LIBRARY);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** Waits for the end of a program; fails, and ends it and its children, if it does not end. */
  public static Ended await(Process process, Path said) throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      List<ProcessHandle> ranks = process.descendants().toList();
      process.destroyForcibly().waitFor();
      ranks.forEach(ProcessHandle::destroyForcibly);
      Assertions.fail(process.info().commandLine() + " has not ended: " + Files.readString(said, UTF_8));
    }
    return new Ended(process.exitValue(), Files.readString(said, UTF_8));
  }
}
