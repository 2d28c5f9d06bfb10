package dev.inflight.spark;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.sweep.Sweep;
import dev.inflight.lab.sweep.SweepFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A sweep on Spark: a map over its points, each of which writes its folder as on any other engine. Executors read the file and write the
 * folder of the sweep, so both must be where all of them reach them. A point that an executor had when it died is run again, and one that
 * is there is kept. {@code inflight sweep --engine spark://HOST:PORT} starts it.
 */
public final class SparkSweep {
  private static final int BAD_INPUT = 2;
  private static final int PARTS_A_CORE = 8;
  /** Those of the launcher, with which one simulation a core is fastest. */
  private static final String EXECUTOR_OPTIONS = "-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:FreqInlineSize=180"
      + " --sun-misc-unsafe-memory-access=allow";

  private SparkSweep() {
  }

  /**
   * What a point said, and how it ended.
   *
   * @param exit the exit code of its run
   * @param said what it said of flows that did not finish
   */
  record End(int exit, String said) implements java.io.Serializable {
    private static final long serialVersionUID = 1;
  }

  /** Arguments: the master, the file, the folder, the jars of the program with commas between, then what is set. */
  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String[] arguments) {
    String file = arguments[1];
    String folder = arguments[2];
    List<String> set = new ArrayList<>(List.of(arguments).subList(4, arguments.length));
    SweepFile sweep;
    try {
      sweep = read(file, set);
      new Sweep(sweep, Path.of(folder), true, System.err).prepare();
    } catch (InputError wrong) {
      String.valueOf(wrong.getMessage()).lines().forEach(line -> System.err.println("inflight: " + line));
      return BAD_INPUT;
    }
    var conf = new SparkConf().setAppName("inflight sweep").setMaster(arguments[0]).set("spark.ui.enabled", "false")
        .set("spark.jars", arguments[3]).set("spark.executor.extraJavaOptions", EXECUTOR_OPTIONS)
        .set("spark.task.maxFailures", "8").set("spark.log.level", "WARN");
    try (var spark = new JavaSparkContext(conf)) {
      List<Integer> points = IntStream.range(0, sweep.count()).boxed().toList();
      int parts = Math.min(points.size(), Math.max(1, spark.defaultParallelism()) * PARTS_A_CORE);
      List<End> ends = spark.parallelize(points, parts).map(point -> runPoint(file, set, folder, point)).collect();
      ends.stream().map(End::said).filter(said -> !said.isBlank()).forEach(System.err::print);
      return ends.stream().mapToInt(End::exit).max().orElse(0);
    }
  }

  private static SweepFile read(String file, List<String> set) {
    Overrides replacements = Overrides.of(set);
    return SweepFile.read(Path.of(file), replacements);
  }

  /** In an executor. */
  private static End runPoint(String file, List<String> set, String folder, int point) {
    var said = new ByteArrayOutputStream();
    int exit = new Sweep(read(file, set), Path.of(folder), true, new PrintStream(said, true, StandardCharsets.UTF_8))
        .runPoint(point);
    return new End(exit, said.toString(StandardCharsets.UTF_8));
  }
}
