package dev.inflight.livetools.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.cli.Main;
import dev.inflight.live.testing.Ended;
import dev.inflight.live.testing.Unprivileged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that {@code inflight live} rejects before it changes anything. */
class LiveCommandTest {
  private static final String SCENARIO = "../scenarios/live/incast.yaml";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"ties=scheduling;clock=authors;telemetry=native | an order of simulated events",
      "framing=reference;telemetry=authors | packets of the reference framing have sizes, but no bytes",
      "payload=8000;telemetry=native | frames of 8", "color=red | unknown key 'color'"})
  void rejectsScenariosThatCannotRunLive(String changes, String why) {
    var arguments = new ArrayList<>(
        List.of("live", "run", SCENARIO, "--out", folder.resolve("run").toString(), "--set", "topology=star(hosts=17)"));
    for (String change : changes.split(";")) {
      arguments.addAll(List.of("--set", change));
    }
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains(why);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"../scenarios/uec/trim.yaml --for=1s | switches cut packets of our hosts only",
      "../scenarios/live/incast.yaml --set=switchFeedback=direct | switches answer packets of our hosts only",
      "../scenarios/live/incast.yaml --for=soon | --for: time 'soon' is not a number with a unit",
      "../scenarios/live/incast.yaml --for=0s | --for: a time above 0 is needed",
      "../scenarios/live/incast.yaml --device=dpdk | --device: unknown device 'dpdk' for a live run",
      "../scenarios/live/incast.yaml --telemetry=native | the native format has no code for that rate"})
  void rejectsScenariosThatCannotBeForwarded(String options, String why) {
    var arguments = new ArrayList<>(List.of("live", "up"));
    arguments.addAll(List.of(options.split(" ")));
    Program program = Program.run(arguments.toArray(String[]::new));
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains(why);
  }

  @Test
  void checksOptions() {
    assertThat(Program.run("live", "run", SCENARIO, "--device", "dpdk").err())
        .contains("--device: unknown device 'dpdk' for a live run; known: xdp, packet-ring\n");
    assertThat(Program.run("live", "up", SCENARIO, "--waiting", "spinn").err())
        .contains("--waiting: unknown manner of waiting 'spinn'; did you mean 'spin'? known: spin, park\n");
    assertThat(Program.run("live", "run", SCENARIO, "--twin").err()).contains("--twin: two runs and their report need a folder");
    assertThat(Program.run("live", "run", SCENARIO, "--force").err()).contains("--force: there is nothing to overwrite");
    Program none = Program.run("live");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("a command is missing: run, up, status, down");
    assertThat(Program.run("live", "rnu").err()).contains("unknown command 'rnu'; did you mean 'run'?");
    assertThat(Program.run("live", "--help").out()).contains("Needs root");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "up", "down"})
  void missingPrivilegesAreReportedInOneSentence(String command) throws Exception {
    Path scenario = Files.copy(Path.of(SCENARIO), folder.resolve("s.yaml"));
    String[] arguments = command.equals("down")
        ? new String[] {"live", command}
        : new String[] {"live", command, scenario.toString()};
    Ended refused = Unprivileged.run(folder, Main.class, arguments);
    assertThat(refused.err()).isEqualTo(
        "inflight: live: a live run makes network namespaces and opens their interfaces, which needs root\n");
    assertThat(refused.out()).isEmpty();
    assertThat(refused.exit()).isEqualTo(2);
  }
}
