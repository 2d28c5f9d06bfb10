package dev.inflight.bench;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of reading and checking a scenario over the paper's fat tree with its flows in a file of the HPCC authors' format; 16,687 flows are
 * the number in the reference experiment. {@code java -jar bench/target/benchmarks.jar ReadBenchmark}; add {@code -bm ss -wi 0 -f 10} for
 * the time of a cold JVM.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx512m"})
public class ReadBenchmark {
  private static final int HOSTS = 320;

  /** Lines of the flow file. */
  @Param("16687")
  public int flows;

  private Path folder;
  private Path scenario;

  /** Writes the files. */
  @Setup
  public void write() throws IOException {
    folder = Files.createTempDirectory("inflight-bench");
    scenario = Files.writeString(folder.resolve("scenario.yaml"), "topology: fat-tree\nflows: file(path=flow.txt)\n");
    var random = new SplittableRandom(1);
    var text = new StringBuilder().append(flows).append('\n');
    double start = 2;
    for (int i = 0; i < flows; i++) {
      int source = random.nextInt(HOSTS);
      int destination = (source + random.nextInt(1, HOSTS)) % HOSTS;
      start += random.nextDouble(0.6e-6);
      text.append(
          String.format(Locale.ROOT, "%d %d 3 100 %d %.9f\n", source, destination, random.nextInt(100, 1_000_000), start));
    }
    Files.writeString(folder.resolve("flow.txt"), text);
  }

  /** Removes the files. */
  @TearDown
  public void delete() throws IOException {
    Files.delete(folder.resolve("flow.txt"));
    Files.delete(scenario);
    Files.delete(folder);
  }

  /** Reads both files. */
  @Benchmark
  public Scenario read() {
    return ScenarioReader.read(scenario);
  }
}
