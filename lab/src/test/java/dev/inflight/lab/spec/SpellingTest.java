package dev.inflight.lab.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.scenario.key.Overrides;
import dev.inflight.lab.scenario.key.ScenarioWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names in British spelling mean the same as before, on every way into the program, with one warning each. */
class SpellingTest {
  private static final String RAILS = "(groups=1, serversPerGroup=2, gpusPerServer=2, spines=1)";
  private static final String RENAMED = "'rail-optimised' is written 'rail-optimized'";
  private static final String SCALE = "'utilisationScale' is written 'utilizationScale'";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"rail-optimised, rail-optimized", "Utilisation, utilization", "COLOUR, color", "neighbours, neighbors",
      "serialisationTime, serializationTime", "labelled, labeled", "metres, meters", "analyse, analyze",
      "sourceColour, sourceColor"})
  void findsTheAmericanName(String written, String present) {
    assertThat(Spelling.present(written, List.of("other", present))).contains(present);
  }

  @ParameterizedTest
  @CsvSource({"rail-optimist", "utilsation", "color1", "sorce", "utilizasion"})
  void differentNamesRemainDifferent(String written) {
    assertThat(Spelling.present(written, List.of("rail-optimized", "utilization", "color", "source"))).isEmpty();
  }

  @Test
  void scenarioIsRead() throws IOException {
    Path file = scenario("topology: rail-optimised" + RAILS, "telemetry: int(utilisationScale=5000)", "scheme: hpcc");
    Program check = Program.run("check", file.toString());
    assertThat(check.exit()).as(check.err()).isZero();
    assertThat(check.err().lines())
        .containsOnlyOnce("inflight: warning: " + file + ":1: " + RENAMED, "inflight: warning: " + file + ":2: " + SCALE)
        .filteredOn(line -> line.contains("is written")).hasSize(2);
    assertThat(resolved(file)).contains("rail-optimized(", "utilizationScale=5000").doesNotContain("ptimised", "tilisation");
  }

  @Test
  void classesAreRead() throws IOException {
    Path file = scenario("topology: star(hosts=3)", "flows: []", "classes:",
        "  - {name: a, scheme: hpcc, telemetry: csig(utilisation=abw-ratio), flows: incast(senders=2)}");
    Program check = Program.run("check", file.toString());
    assertThat(check.exit()).as(check.err()).isZero();
    assertThat(check.err()).containsOnlyOnce("'utilisation' is written 'utilization'");
  }

  @Test
  void optionsAreRead() throws IOException {
    Path file = scenario("topology: star(hosts=4)", "scheme: hpcc", "telemetry: int(utilizationScale=9000)");
    warnsOnce("--telemetry: " + SCALE, "run", file.toString(), "--check", "--telemetry", "int(utilisationScale=5000)");
    warnsOnce("--set topology: " + RENAMED, "check", file.toString(), "--set", "topology=rail-optimised" + RAILS);
    String place = "telemetry.utilisationScale";
    warnsOnce("--set " + place + ": " + SCALE, "check", file.toString(), "--set", place + "=5000");
    assertThat(resolved(file, place + "=5000")).contains("utilizationScale=5000").doesNotContain("tilisation");
  }

  @Test
  void optionReplacesAParameterInTheOtherSpelling() throws IOException {
    Path file = scenario("topology: star(hosts=4)", "scheme: hpcc", "telemetry: int(utilisationScale=9000)");
    warnsOnce(file + ":3: " + SCALE, "check", file.toString(), "--set", "telemetry.utilizationScale=5000");
    assertThat(resolved(file, "telemetry.utilizationScale=5000")).contains("utilizationScale=5000");
  }

  @Test
  void topologiesAreBuilt() {
    warnsOnce("topology: " + RENAMED, "topology", "rail-optimised" + RAILS);
    warnsOnce("topology: " + RENAMED, "topology", "rail-optimised");
  }

  @Test
  void newScenariosAreWritten() {
    Path file = folder.resolve("new.yaml");
    Program init = Program.run("init", file.toString(), "--topology", "rail-optimised" + RAILS);
    assertThat(init.exit()).as(init.err()).isZero();
    assertThat(init.out() + init.err()).containsOnlyOnce(RENAMED);
  }

  @Test
  void axesOfSweepsAreRead() throws IOException {
    Path file = scenario("topology: star(hosts=3)", "scheme: hpcc", "telemetry: int",
        "sweep: {telemetry.utilisationScale: [5000, 10000]}");
    Program sweep = Program.run("sweep", file.toString(), "--out", folder.resolve("out").toString());
    assertThat(sweep.exit()).as(sweep.err()).isZero();
    assertThat(sweep.out() + sweep.err()).containsOnlyOnce(SCALE);
  }

  @Test
  void optionReplacesAnAxisInTheOtherSpelling() throws IOException {
    Path file = scenario("topology: star(hosts=3)", "scheme: hpcc", "telemetry: int",
        "sweep: {telemetry.utilisationScale: [5000, 10000]}");
    Program sweep = Program.run("sweep", file.toString(), "--set", "telemetry.utilizationScale=[7000, 8000]", "--out",
        folder.resolve("out").toString());
    assertThat(sweep.exit()).as(sweep.err()).isZero();
    assertThat(sweep.out()).contains("2 points").doesNotContain("4 points");
  }

  @Test
  void valuesOfSweepsAreRead() throws IOException {
    Path file = scenario("topology: [star(hosts=4), 'rail-optimised" + RAILS + "']", "scheme: hpcc");
    Program sweep = Program.run("sweep", file.toString(), "--out", folder.resolve("out").toString());
    assertThat(sweep.exit()).as(sweep.err()).isZero();
    assertThat(sweep.out() + sweep.err()).containsOnlyOnce(RENAMED);
  }

  @Test
  void bothSpellingsAreOneParameter() throws IOException {
    Path file = scenario("topology: star(hosts=4)", "telemetry: int(utilisationScale=1, utilizationScale=2)");
    assertThat(Program.run("check", file.toString()).err())
        .contains(file + ":2:12: parameter utilizationScale of int is set twice");
  }

  @Test
  void wrongNameStillGetsTheNearest() throws IOException {
    Path file = scenario("topology: rail-optimisd" + RAILS, "telemetry: int(utilisatonScale=1)");
    assertThat(Program.run("check", file.toString()).err()).doesNotContain("is written").contains(
        "unknown topology 'rail-optimisd'; did you mean 'rail-optimized'?",
        "int has no parameter 'utilisatonScale'; did you mean 'utilizationScale'?");
  }

  @Test
  void strictRunsRefuseIt() throws IOException {
    Path file = scenario("topology: rail-optimised" + RAILS);
    Program check = Program.run("check", file.toString(), "--strict");
    assertThat(check.exit()).isEqualTo(2);
    assertThat(check.err()).contains(RENAMED);
  }

  private static String resolved(Path file, String... set) {
    return ScenarioWriter.write(ScenarioReader.read(file, Overrides.of(List.of(set))));
  }

  private static void warnsOnce(String warning, String... arguments) {
    Program program = Program.run(arguments);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err()).containsOnlyOnce(warning).containsOnlyOnce("is written");
  }

  private Path scenario(String... lines) throws IOException {
    String flows = String.join("\n", lines).contains("flows:") ? "" : "\nflows: incast(senders=2, size=10KB)";
    return Files.writeString(folder.resolve("s.yaml"), String.join("\n", lines) + flows + "\n");
  }
}
