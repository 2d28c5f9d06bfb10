package dev.inflight.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.store.RunState;
import dev.inflight.lab.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunAxesTest {
  private static final String SAME = "topology: 'star(hosts=3)'\nflows:\n  - 'incast(senders=2)'\nseed: 1\n";

  @TempDir
  private Path folder;

  private List<StoredRun> runs(String... scenarios) throws IOException {
    var runs = new ArrayList<StoredRun>();
    for (String scenario : scenarios) {
      String name = "run-" + (runs.size() + 1);
      Path run = Files.createDirectories(folder.resolve(name));
      Files.writeString(run.resolve("scenario.yaml"), scenario);
      runs.add(new StoredRun(name, run, RunState.INCOMPLETE, null));
    }
    return runs;
  }

  private static List<String> names(List<StoredRun> runs) {
    return RunAxes.of(runs).named(runs).stream().map(StoredRun::name).toList();
  }

  /** Marking thresholds follow from the scheme; a list or map that someone chose for each scheme does not, and differs too. */
  @Test
  void omitsOnlyValuesThatFollowFromTheScheme() throws IOException {
    List<StoredRun> runs = runs(SAME + "scheme: 'hpcc(eta=0.95)'\necn: []\nsettings: {a: 1}\nshares: [1, 2]\n",
        SAME + "scheme: 'dcqcn(ai=40Mbps)'\necn: [{rate: 100Gbps}]\nsettings: {a: 2}\nshares: [2, 1]\n");
    RunAxes axes = RunAxes.of(runs);
    assertThat(axes.keys()).containsExactly("scheme", "settings a", "shares");
    assertThat(axes.words()).containsExactly("", "settings a", "shares");
    assertThat(axes.values()).containsExactly(List.of("hpcc", "1", "[1, 2]"), List.of("dcqcn", "2", "[2, 1]"));
    assertThat(axes.isSweep()).isFalse();
    assertThat(axes.mostPooled()).isEqualTo(1);
  }

  @Test
  void thresholdsThatDifferUnderOneSchemeAreAnAxis() throws IOException {
    List<StoredRun> runs = runs(SAME + "scheme: 'dcqcn(ai=40Mbps)'\necn: [{kmin: 1KB}]\n",
        SAME + "scheme: 'dcqcn(ai=40Mbps)'\necn: [{kmin: 2KB}]\n");
    assertThat(RunAxes.of(runs).keys()).containsExactly("ecn");
  }

  /** Runs, axes and labels have the same words: choices appear alone, and equal words have a prefix that distinguishes them. */
  @Test
  void namesRunsByTheirDifferences() throws IOException {
    String flows = "topology: 'star(hosts=3)'\nseed: 1\nscheme: 'hpcc(eta=0.95)'\nflows:\n  - 'poisson(load=%s)'\n  - 'poisson(load=%s)'\n";
    List<StoredRun> runs = runs(flows.formatted("0.1", "0.2"), flows.formatted("0.3", "0.2"), flows.formatted("0.3", "0.4"));
    assertThat(RunAxes.of(runs).keys()).containsExactly("flows 1 load", "flows 2 load");
    assertThat(names(runs)).containsExactly("flows 1 load 0.1, flows 2 load 0.2", "flows 1 load 0.3, flows 2 load 0.2",
        "flows 1 load 0.3, flows 2 load 0.4");
  }

  @Test
  void sweepHasTheKeysOfItsTable() throws IOException {
    List<StoredRun> runs = runs(SAME, SAME, SAME, SAME);
    Files.writeString(folder.resolve("points.csv"), """
        point,run,"scheme","flows_0_load","seed"
        1,1,"hpcc","0.3","1"
        2,2,"hpcc","0.3","2"
        3,3,"hpcc","0.3","3"
        4,4,"hpcc","0.5","1"
        """);
    for (int number = 1; number <= 4; number++) {
      Files.move(folder.resolve("run-" + number), folder.resolve(Integer.toString(number)));
    }
    List<StoredRun> moved = runs.stream().map(run -> {
      Path to = folder.resolve(run.name().replace("run-", ""));
      return new StoredRun(run.name(), to, run.state(), null);
    }).toList();
    RunAxes axes = RunAxes.of(moved);
    assertThat(axes.isSweep()).isTrue();
    assertThat(axes.keys()).containsExactly("scheme", "flows.0.load", "seed");
    assertThat(axes.words()).containsExactly("", "load", "seed");
    assertThat(axes.mostPooled()).isEqualTo(3);
    assertThat(names(moved)).first().isEqualTo("hpcc, load 0.3, seed 1");
  }

  @Test
  void wordsAreAsShortAsTheyCanBeAndDiffer() {
    assertThat(KeyWords.of(List.of("flows.0.load", "topology.spines", "seed"))).containsExactly("load", "spines", "seed");
    assertThat(KeyWords.of(List.of("flows_0_load", "flows_1_load", "topology_load"))).containsExactly("flows_0_load",
        "flows_1_load", "topology_load");
    assertThat(KeyWords.of(List.of("", "a.", "1"))).containsExactly("", "a.", "1");
  }
}
