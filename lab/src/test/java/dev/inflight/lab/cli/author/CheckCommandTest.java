package dev.inflight.lab.cli.author;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckCommandTest {
  @TempDir
  private Path folder;

  private String file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines)).toString();
  }

  @Test
  void reportsAllErrorsWithTheirColumns() throws IOException {
    String file = file("s.yaml", "topology: star(hosts=0)", "flows: [incast(senders=x), poison]", "pfc: flase",
        "acks: {every: 0}", "sed: 3");
    Program check = Program.run("check", file);
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.out()).isEmpty();
    assertThat(check.err().lines()).hasSize(6).allMatch(line -> line.startsWith(file + ":"));
    assertThat(check.err()).contains(":5:1: unknown key 'sed'").contains(":1:11: ").contains(":2:9: parameter senders")
        .contains(":2:28: unknown workload 'poison'").contains(":3:6: pfc must be true or false, found 'flase'")
        .contains(":4:15: every 0 is outside");
  }

  @Test
  void reportsTheFirstOfVeryManyErrors() throws IOException {
    String[] lines = new String[153];
    Arrays.fill(lines, "  - {at: soon, link: [0, 1], state: down}");
    lines[0] = "topology: star(hosts=3)";
    lines[1] = "flows: incast(senders=2)";
    lines[2] = "events:";
    Program check = Program.run("check", file("s.yaml", lines));
    assertThat(check.err().lines()).hasSize(101).doesNotHaveDuplicates().last()
        .isEqualTo("there are more; these are the first 100");
  }

  @Test
  void reportsTheNearestOfManyKeysForTheFirstUnknownOnes() throws IOException {
    String file = file("s.yaml", "topology: star(hosts=3)", "flows: incast(senders=2)",
        IntStream.range(0, 20_000).mapToObj(at -> "bufer" + at + ": 1").collect(Collectors.joining("\n")), "scheme: dcqcn");
    List<String> errors = Program.run("check", file).err().lines().toList();
    assertThat(errors).hasSize(101);
    assertThat(errors.getFirst()).isEqualTo(file + ":3:1: unknown key 'bufer0'; did you mean 'buffer'?");
    assertThat(errors).allMatch(line -> line.length() < file.length() + 120);
  }

  @Test
  void reportsTheColumnOfAForbiddenCharacter() throws IOException {
    String file = file("s.yaml", "topology: star", "flows: in\u0007cast");
    assertThat(Program.run("check", file).err()).startsWith(file + ":2:10: this is not valid YAML: the character U+0007");
  }

  @Test
  void reportsValidAndInvalidFiles() throws IOException {
    String good = file("good.yaml", "topology: star(hosts=3)", "flows: incast(senders=2)");
    String bad = file("bad.yaml", "topology: star(hosts=3)", "flows: incast(senders=3)");
    Program check = Program.run("check", good, bad, folder.resolve("none.yaml").toString());
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.out()).isEqualTo(good + ": can run: 2 flows of 3 hosts and 1 switch under hpcc\n");
    assertThat(check.err()).contains(bad + ":2:8: an incast of 3 senders needs 4 hosts").contains("none.yaml: ")
        .endsWith("2 of 3 files cannot run\n");
    assertThat(Program.run("check", good, "--quiet").out()).isEmpty();
  }

  @Test
  void checksPointsOfASweep() throws IOException {
    String file = file("s.yaml", "topology: star(hosts=3)", "flows: incast(senders=2)", "seed: [1, 2]", "scheme: [hpcc, dcqcn]");
    assertThat(Program.run("check", file).out()).isEqualTo(file + """
        : can run: a sweep of 4 points, about 32.0 k packet-hops
          place   values
          seed    2       1  2
          scheme  2       hpcc  dcqcn
          first point: seed=1 scheme=hpcc
          last point:  seed=2 scheme=dcqcn
        """);
    for (String wrong : List.of("seed=[1, 1]", "seed=[]", "sede=[1, 2]", "flows=[1, 2]", "topology.host=[3, 4]")) {
      Program checked = Program.run("check", file, "--set", wrong);
      Program swept = Program.run("sweep", file, "--set", wrong, "--out", folder.resolve("none").toString());
      assertThat(checked.exit()).as(wrong).isEqualTo(2);
      assertThat(swept.err()).as("the same reason").isEqualTo(checked.err().replaceAll("(?m)^(?=.)", "inflight: "));
    }
    String bad = file("bad.yaml", "topology: star(hosts=3)", "flows: incast(senders=2)", "seed: [1, x]");
    Program check = Program.run("check", bad);
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.err()).contains("bad.yaml:3:").contains("'x' is not a whole number");
  }

  @Test
  void reportsWarnings() throws IOException {
    String file = file("s.yaml", "topology: star(hosts=3)", "flows: incast(senders=2)", "until: 1us",
        "events: [{at: 2us, link: [2, 3], state: down}]");
    Program check = Program.run("check", file);
    assertThat(check.exit()).isZero();
    assertThat(check.err()).contains("warning: ");
  }

  /** A pipe can be read once. */
  @ParameterizedTest
  @ValueSource(strings = {"seed: 1", "seed: [1, 2]"})
  void readsAPipe(String seed) throws Exception {
    assumeTrue(OutsideTool.isInstalled("mkfifo"), "needs mkfifo");
    Path pipe = folder.resolve("pipe");
    OutsideTool.run(folder, List.of("mkfifo", pipe.toString())).expectSuccess();
    var check = new FutureTask<>(() -> Program.run("check", pipe.toString()));
    Thread.ofPlatform().daemon().start(check);
    Files.writeString(pipe, "topology: star\nflows: incast\n" + seed + "\n");
    assertThat(check.get(60, TimeUnit.SECONDS).err()).isEmpty();
    assertThat(check.get().out()).contains(pipe + ": can run: ");
  }
}
