package dev.inflight.lab.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code init --from FILE} writes a scenario that {@code check} accepts, or says what is missing. */
class InitFromTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"t.txt|3 1 1 2\\n2\\n0 2 100Gbps 1us 0\\n1 2 25000000000 1us 0\\n",
      "f.txt|2\\n0 5 3 100 5000 2\\n70 1 3 100 5000 2\\n900 1\\n", "c.txt|0 0\\n1000 0.6\\n5000 1\\n",
      "m.cm|Nodes 4\\nConnections 1\\n0->1 id 1 start 0 size 4000\\n",
      "a.goal|num_ranks 2\\nrank 0 {\\nl1: send 9b to 1 tag 1\\n}\\nrank 1 {\\nl1: recv 9b from 0 tag 1\\n}\\n",
      "sp ace.txt|1\\n0 5 3 100 5000 2\\n",
      "w.txt|HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 8 checkpoints: 0\\n1\\n"
          + "mlp -1 60000 ALLREDUCE 1048576 60000 ALLREDUCE 1048576 60000 REDUCESCATTER 4194304 100\\n"})
  void writesAScenarioThatRuns(String name, String text) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path file = Files.writeString(data.resolve(name), text.replace("\\n", "\n"));
    Path scenario = folder.resolve("my.yaml");
    Program init = Program.run("init", scenario.toString(), "--from", file.toString());
    assertThat(init.err()).isEmpty();
    assertThat(init.exit()).isZero();
    assertThat(scenario).content().contains("data/" + name);
    assertThat(Program.run("check", scenario.toString()).exit()).isZero();
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    Path file = Files.writeString(folder.resolve("w.txt"), "MICRO\n1\nmicro_test -1 1 NONE 0 1 NONE 0 1 ALLGATHER 4096 1\n");
    Path scenario = folder.resolve("my.yaml");
    assertThat(Program.run("init", scenario.toString(), "--from", file.toString())).isEqualTo(
        new Program(2, "", "inflight: " + file + ": this is a workload of AICB and SimAI, whose beginning does not say how many"
            + " hosts it needs; give them, as in --topology 'star(hosts=8)'\n"));
    assertThat(scenario).doesNotExist();
  }

  @Test
  void refusesWhatItDoesNotKnowOrCannotRun() throws IOException {
    Path other = Files.writeString(folder.resolve("x"), "topology: star\n");
    Path scenario = folder.resolve("my.yaml");
    assertThat(Program.run("init", scenario.toString(), "--from", other.toString()).err()).isEqualTo(
        "inflight: " + other + ": this is none of the files that a scenario names: a topology, flows, sizes or a trace\n");
    Path cut = Files.writeString(folder.resolve("t.txt"), "3 1 3\n2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n");
    assertThat(Program.run("init", scenario.toString(), "--from", cut.toString()).err())
        .contains("t.txt:1: the number of links is 3, found 2");
    assertThat(scenario).doesNotExist();
  }
}
