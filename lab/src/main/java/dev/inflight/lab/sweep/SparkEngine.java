package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a sweep on Spark, whose libraries are in a module of their own: a second JVM is the driver, and has them on its class path. */
public final class SparkEngine {
  private static final String DRIVER = "dev.inflight.spark.SparkSweep";
  /** What executors need of the program: not charts, and the database, which is large, only for tables that are Parquet. */
  private static final List<String> FOR_EXECUTORS = List.of("inflight-", "snakeyaml-engine-", "jackson-core-3", "picocli-",
      "commons-statistics-", "jspecify-");
  private static final String DATABASE = "duckdb_";
  private static final String SCALA = "2.13";

  private SparkEngine() {
  }

  /** Whether an engine is the address of a Spark master. */
  public static boolean isMaster(String engine) {
    return engine.startsWith("spark://") || engine.matches("local-cluster\\[.*]");
  }

  /**
   * Runs a sweep.
   *
   * @param master {@code spark://HOST:PORT}, or {@code local-cluster[N,1,1024]} for a cluster on this machine
   * @param set what the command line puts in place of the file's values
   * @param withDatabase whether points write tables as Parquet
   * @return the exit code of the sweep
   * @throws dev.inflight.lab.read.InputError when the module was not built
   */
  public static int run(String master, Path file, List<String> set, Path folder, boolean withDatabase) {
    Path built = built();
    List<Path> jars = jars(built.resolve("jars"));
    Path driver = jars(built).stream().findFirst().orElseThrow(SparkEngine::notBuilt);
    String forExecutors = Stream
        .concat(Stream.of(driver), jars.stream().filter(jar -> isForExecutors(jar) || withDatabase && isOf(jar, DATABASE)))
        .map(Path::toString)
        .collect(Collectors.joining(","));
    var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--sun-misc-unsafe-memory-access=allow", "-cp",
        driver + File.pathSeparator + built.resolve("jars") + File.separator + "*", DRIVER,
        master, file.toAbsolutePath().toString(), folder.toAbsolutePath().toString(), forExecutors));
    command.addAll(set);
    var process = new ProcessBuilder(command).inheritIO();
    process.environment().put("SPARK_SCALA_VERSION", SCALA);
    if (!master.startsWith("spark://")) { // whose workers have a home of their own
      process.environment().put("SPARK_HOME", built.toString());
      process.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    }
    try {
      return process.start().waitFor();
    } catch (IOException failed) {
      throw SourceLocation.of("--engine").error("the driver cannot be started: " + failed.getMessage());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  private static Path built() {
    Path launcher = Launcher.path();
    Path folder = launcher == null ? Path.of("spark", "target") : launcher.resolveSibling("spark").resolve("target");
    if (!Files.isDirectory(folder.resolve("jars"))) {
      throw notBuilt();
    }
    return folder.toAbsolutePath();
  }

  private static RuntimeException notBuilt() {
    return SourceLocation.of("--engine")
        .error("Spark's libraries are not there; in the source tree, mvn -Pspark -DskipTests -pl spark -am"
            + " package gets them");
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(one -> one.toString().endsWith(".jar")).sorted(Comparator.comparing(Path::toString)).toList();
    } catch (IOException unreadable) {
      throw notBuilt();
    }
  }

  private static boolean isForExecutors(Path jar) {
    return FOR_EXECUTORS.stream().anyMatch(prefix -> isOf(jar, prefix));
  }

  private static boolean isOf(Path jar, String prefix) {
    return jar.getFileName().toString().startsWith(prefix);
  }
}
