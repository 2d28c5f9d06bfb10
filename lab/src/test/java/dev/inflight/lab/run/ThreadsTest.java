package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.random.Folders;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsTest {
  private static final Path SCENARIOS = Path.of("../scenarios");

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"training", "link-failure", "lossy", "lossy-irn", "pod", "rdma"})
  void anyNumberOfThreadsWritesTheSameFiles(String scenario) throws IOException {
    Path one = run(scenario, 1);
    for (int threads : new int[] {2, 3}) {
      Path more = run(scenario, threads);
      Folders.assertSame(one, more, scenario + " with " + threads + " threads");
      assertThat(Files.readString(more.resolve("summary.json"))).containsPattern("\"threads\" : [23],");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"leafspine", "rdma"})
  void anyNumberOfThreadsWritesTheSameCaptures(String scenario) throws IOException {
    List<String> captures = List.of("all.pcap", "0-1.pcap", "5-1.pcap");
    String[] options = {"--pcap", "all", "--pcap", "0:1", "--pcap", "5:1", "--snap-length", "90"};
    Path one = run(scenario, 1, options).resolve("pcap");
    assertThat(names(one)).containsExactlyInAnyOrderElementsOf(
        captures.stream().flatMap(name -> Stream.of(name, name.replace(".pcap", ".telemetry"))).toList());
    for (int threads : new int[] {2, 3}) {
      Path more = run(scenario, threads, options).resolve("pcap");
      for (String name : captures) {
        assertThat(Files.size(one.resolve(name))).as(name).isGreaterThan(1000);
        assertThat(Files.mismatch(more.resolve(name), one.resolve(name))).as("%s with %d threads", name, threads).isEqualTo(-1);
      }
    }
  }

  @Test
  void capturesFramesAfterARestoredLinkInTheSameOrder() throws IOException {
    var flows = new StringBuilder();
    for (int from = 0; from < 4; from++) {
      flows.append("  - flow(from=%d, to=%d, size=200kB, start=%dus)%n".formatted(from, 7 - from, 3 * from));
      flows.append("  - flow(from=%d, to=%d, size=200kB, start=%dus)%n".formatted(7 - from, from, 2 * from));
    }
    Path file = Files.writeString(folder.resolve("back.yaml"), """
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=4)
        flows:
        %s  - flow(from=0, to=1, size=20MB)
        events:
          - {at: 12us, link: [8, 10], state: down}
          - {at: 50us, link: [8, 10], state: up}
        """.formatted(flows));
    Path one = run(file, 1, "--pcap", "all", "--snap-length", "90");
    for (int threads : new int[] {2, 3}) {
      Path more = run(file, threads, "--pcap", "all", "--snap-length", "90");
      assertThat(Files.mismatch(more.resolve("pcap/all.pcap"), one.resolve("pcap/all.pcap"))).isEqualTo(-1);
      assertThat(text(more, "pauses.csv")).isEqualTo(text(one, "pauses.csv"));
    }
  }

  @Test
  void listsOperationsThatDoNotFinishInTheSameOrder() throws IOException {
    Path file = Files.writeString(folder.resolve("stalled.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4)
        flows:
          - rdma(op=write, from=4, to=0, size=10MB, messages=2)
          - flow(from=2, to=6, size=10MB, start=1us)
          - rdma(op=read, from=1, to=5, size=10MB, messages=2, start=2us)
        """);
    Path one = run(file, 1);
    assertThat(Files.readAllLines(one.resolve("stalled.csv")).stream().skip(1).map(line -> line.split(",")[0]))
        .containsExactly("0", "1", "2", "3", "4");
    assertThat(text(run(file, 2), "stalled.csv")).isEqualTo(text(one, "stalled.csv"));
  }

  private Path run(String scenario, int threads, String... more) {
    return run(SCENARIOS.resolve(scenario + ".yaml"), threads, more);
  }

  private Path run(Path scenario, int threads, String... more) {
    Path out = folder.resolve(scenario.getFileName() + "-" + threads);
    var options = new ArrayList<>(List.of("run", scenario.toString(), "--out", out.toString(), "--threads",
        String.valueOf(threads), "--set", "series.every=10us", "--until", "400us", "--quiet"));
    options.addAll(List.of(more));
    var ran = Program.run(options.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isIn(0, 3);
    return out;
  }

  private static List<String> names(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String text(Path run, String name) throws IOException {
    return Files.readString(run.resolve(name));
  }

  private static Threads choose(String scenario, @Nullable String wanted) {
    Setup setup = ScenarioReader.read(SCENARIOS.resolve(scenario)).setup();
    return Threads.choose(setup, wanted);
  }

  @Test
  void smallAndIndivisibleRunsUseOneThread() {
    int processors = Runtime.getRuntime().availableProcessors();
    Threads little = choose("incast.yaml", null);
    assertThat(little.division().parts()).isEqualTo(1);
    assertThat(little.onScreen()).isEqualTo(processors == 1 ? "one thread" : "one thread (too little happens at once for more)");
    assertThat(choose("paper-fattree.yaml", null).number()).isEqualTo(Math.min(processors, 20));
    assertThat(choose("rdma.yaml", "2").onScreen()).startsWith("2 threads");
    assertThat(choose("leafspine.yaml", "2").onScreen()).startsWith("2 threads");
    assertThat(choose("leafspine.yaml", "1").onScreen()).isEqualTo("one thread");
    String more = processors < 4 ? " on " + (processors == 1 ? "1 processor" : processors + " processors") : "";
    assertThat(choose("leafspine.yaml", "9").onScreen()).isEqualTo("4 threads" + more + " (the fabric has no more parts)");
  }

  /** With 1 ps each event would have its own window. */
  @Test
  void shortCablesAreNotCut() throws IOException {
    String text = """
        topology: leaf-spine(leaves=4, spines=2, hostsPerLeaf=4, delay=%s)
        flows: permutation(size=1MB)
        """;
    Setup shortest = ScenarioReader.read(Files.writeString(folder.resolve("short.yaml"), text.formatted("1ps"))).setup();
    Threads one = Threads.choose(shortest, "2");
    assertThat(one.division().parts()).isEqualTo(1);
    assertThat(one.onScreen()).isEqualTo("one thread (too little happens within the delay of the cables for more)");
    Setup usual = ScenarioReader.read(Files.writeString(folder.resolve("usual.yaml"), text.formatted("1us"))).setup();
    assertThat(Threads.choose(usual, "2").number()).isEqualTo(2);
    assertThat(Threads.whySlow(shortest, Threads.roomy(shortest, 2), 2))
        .isEqualTo("too little happens within 1ps, the least delay of a cable between them");
    assertThat(Threads.whySlow(usual, Threads.roomy(usual, 2), 2)).isNull();
  }

  @Test
  void unreachableNodesCountAsNoWork() {
    Setup setup = ScenarioReader.read(SCENARIOS.resolve("training.yaml")).setup().with(values -> values.untilPs = 100_000_000);
    assertThat(Threads.choose(setup, null).division().parts()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0,threads 0 is outside 1 to 1024", "1025,threads 1025 is outside 1 to 1024",
      "two,threads 'two' is not a whole number"})
  void rejectsInvalidNumbers(String written, String problem) {
    var ran = Program.run("run", SCENARIOS.resolve("incast.yaml").toString(), "--threads", written, "--out",
        folder.resolve("out").toString());
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).isEqualTo("inflight: --threads: " + problem + System.lineSeparator());
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
