package dev.inflight.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.scenario.key.Overrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output of a sweep while it runs. */
class SweepScreenTest {
  private static final String TIME = " +\\d+\\.\\d+ (s|min)";

  @TempDir
  private Path folder;

  private Program sweep(String yaml, String... set) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), yaml);
    var arguments = new ArrayList<>(List.of("sweep", file.toString(), "-j", "1", "--out", folder.resolve("out").toString()));
    for (String one : set) {
      arguments.addAll(List.of("--set", one));
    }
    return Program.run(arguments.toArray(String[]::new));
  }

  /** But for wall times, which are always others. */
  private static String timeless(String screen) {
    return screen.replaceAll("(?m)B" + TIME + "(" + TIME + ")?$", "B  TIME");
  }

  private static final String INCAST = "topology: star(hosts=5)\nflows: ['incast(senders=4, size=50KB)']\n";

  @Test
  void lineHasTheResultsOfItsPoint() throws IOException {
    Program first = sweep(INCAST, "scheme=[hpcc, hpcc(eta=0.9, maxStage=0)]", "flows.0.size=[10KB, 200KB]");
    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(timeless(first.err())).isEqualTo("""
        done  scheme                     size   flows  p99 slowdown  max queue      took      left
         1/4  hpcc                       10KB       4          1.53    33.0 KB  TIME
         2/4  hpcc                       200KB      4          3.95     172 KB  TIME
         3/4  hpcc(eta=0.9, maxStage=0)  10KB       4          1.53    33.0 KB  TIME
         4/4  hpcc(eta=0.9, maxStage=0)  200KB      4          3.97     172 KB  TIME
        """);
    assertThat(first.err().lines().skip(1).limit(3)).allMatch(line -> line.matches(".*B" + TIME + TIME), "a time left");
    Program again = sweep(INCAST, "scheme=[hpcc, hpcc(eta=0.9, maxStage=0)]", "flows.0.size=[10KB, 200KB]");
    assertThat(again.err()).endsWith("\n 4/4  hpcc(eta=0.9, maxStage=0)  200KB      4          3.97     172 KB      kept\n");
  }

  @Test
  void namesPointsWithUnfinishedFlowsOnce() throws IOException {
    Program swept = sweep(INCAST + "unfinished: failure\n", "until=[3us, 1ms]", "seed=[1, 2]");
    assertThat(swept.exit()).isEqualTo(3);
    assertThat(swept.err().lines()).hasSize(6).allMatch(line -> line.length() <= 100 || line.startsWith("flows of "));
    assertThat(swept.err()).contains("  3us    1       0/4             -  ").endsWith(
        "flows of 2 points did not finish: 0001, 0002; the reasons are in " + folder.resolve("out/0001/stalled.csv") + "\n");
  }

  @Test
  void linesFitHoweverLongTheValuesAre() throws IOException {
    Program swept = sweep(INCAST, "scheme=[hpcc(eta=0.9, maxStage=0, wAi=40B), hpcc(eta=0.95, maxStage=0, wAi=40B)]",
        "flows.0=[incast(senders=3, size=50KB, receiver=0), incast(senders=4, size=50KB, receiver=0)]", "payload=[500, 1000]",
        "acks={every: [1, 2], delay: 5us}");
    assertThat(swept.exit()).as(swept.err()).isZero();
    assertThat(swept.err().lines()).hasSize(17).allMatch(line -> line.length() <= 100);
    assertThat(swept.err()).contains("  …eta=0.9…  ", "  …eta=0.95…  ", "  …senders=3…  ", "  …senders=4…  ").contains("payload")
        .contains("every");
  }

  @Test
  void quietPrintsNothingOfPointsThatFinish() throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), INCAST);
    Program quiet = Program.run("sweep", file.toString(), "--set", "seed=[1, 2]", "--quiet", "--out",
        folder.resolve("out").toString());
    assertThat(quiet.out() + quiet.err()).isEmpty();
  }

  /**
   * A point takes no longer in a large sweep: the common part of a column's values is computed once, and a point is found by its number.
   */
  @Test
  void manyPointsHaveTheirValues() throws IOException {
    int seeds = 100_000;
    Path yaml = Files.writeString(folder.resolve("s.yaml"), INCAST + "scheme: [hpcc, dcqcn]\nseed: "
        + IntStream.rangeClosed(1, seeds).mapToObj(Integer::toString).collect(Collectors.joining(", ", "[", "]")) + "\n");
    SweepFile file = SweepFile.read(yaml, Overrides.of(List.of()));
    assertThat(file.count()).isEqualTo(2 * seeds);
    var lines = new SweepLines(file.axes(), file.count(), 4);
    SummaryFile summary = SummaryFile.of(new InputText(Path.of("summary.json"), List.of("{\"flows\": 4, \"flowsFinished\": 4}")));
    for (int point = 0; point < file.count(); point++) {
      Map<String, String> values = Map.of("scheme", point < seeds ? "hpcc" : "dcqcn", "seed",
          Integer.toString(point % seeds + 1));
      String line = lines.point(point + 1, file.count(), file.valuesOf(point), summary, true, null);
      if (!file.valuesOf(point).equals(values) || !line.contains("/200000  " + values.get("scheme"))
          || !line.contains("  " + values.get("seed") + "  ")) {
        assertThat(line).as("point %d, %s", point, file.valuesOf(point)).isEqualTo(values.toString());
      }
    }
  }
}
