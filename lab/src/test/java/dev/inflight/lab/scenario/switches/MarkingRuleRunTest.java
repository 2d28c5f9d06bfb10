package dev.inflight.lab.scenario.switches;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which switches mark by the time that packets have waited. */
class MarkingRuleRunTest {
  private static final String INCAST = "topology: star(hosts=9)\nflows: incast(senders=8, size=500KB)\nscheme: dctcp\n";

  @TempDir
  private Path folder;

  private Program run(String name, String keys) throws IOException {
    Path scenario = Files.writeString(folder.resolve(name + ".yaml"), INCAST + keys);
    return Program.run("run", scenario.toString(), "--out", folder.resolve(name).toString());
  }

  private static int marked(Program run) {
    Matcher found = Pattern.compile("ECN +([0-9 ,]+) packets? marked of ").matcher(run.out());
    assertThat(found.find()).as(run.out() + run.err()).isTrue();
    return Integer.parseInt(found.group(1).replaceAll("\\D", ""));
  }

  @Test
  void lowerThresholdMarksMoreAndNeedsNoEntriesOfEcn() throws IOException {
    Program early = run("early", "marking: tcn(threshold=2us)\n");
    Program late = run("late", "marking: tcn(threshold=20us)\n");
    assertThat(early.err()).isEmpty();
    assertThat(early.out()).contains("8 of 8 finished", "marking tcn(threshold=2us)");
    assertThat(marked(early)).isGreaterThan(marked(late));
    assertThat(marked(late)).isPositive();
    assertThat(Files.readString(folder.resolve("early/scenario.yaml"))).contains("marking: 'tcn(threshold=2us)'")
        .doesNotContain("kmin");
    Program again = Program.run("run", folder.resolve("early/scenario.yaml").toString(), "--out",
        folder.resolve("again").toString());
    assertThat(marked(again)).isEqualTo(marked(early));
  }

  @Test
  void warnsOfEcnEntriesWithAMarkingRule() throws IOException {
    Program run = run("both", "marking: tcn\necn: [{rate: 100Gbps, kmin: 1KB, kmax: 2KB, pmax: 1}]\n");
    assertThat(run.exit()).isZero();
    assertThat(run.err()).contains("both.yaml:5: ecn changes nothing here: marking tcn goes by no thresholds");
  }

  @Test
  void rejectsWrongRules() throws IOException {
    assertThat(run("name", "marking: tnc\n").err()).contains("name.yaml:4:10: unknown marking rule 'tnc'; did you mean 'tcn'?");
    assertThat(run("range", "marking: tcn(threshold=0s)\n").err()).contains("range.yaml:4:10: threshold 0 ");
    assertThat(folder.resolve("range")).doesNotExist();
  }
}
