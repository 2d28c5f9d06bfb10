package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.run.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever compares schemes changes nothing but {@code --scheme}: every scheme runs on every scenario that comes with the program. */
class SchemesOnScenariosTest {
  private static final Path SCENARIOS = Path.of("../scenarios");

  @TempDir
  private Path folder;

  static Stream<Path> scenarios() throws IOException {
    try (Stream<Path> files = Files.walk(SCENARIOS)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void everySchemeRuns(Path scenario) {
    String end = Units.formatTime(ScenarioReader.read(scenario).setup().flows.startPs(0) + 20_000_000);
    for (Scheme scheme : Schemes.ALL) {
      if (scenario.endsWith("fattree-1024.yaml") && scheme != Dcqcn.DEFAULT) {
        ScenarioReader.read(scenario, Overrides.NONE.with("scheme", scheme.name())); // its routes alone take seconds
        continue;
      }
      Program program = Program.run("run", scenario.toString(), "--scheme", scheme.name(), "--until", end, "--out",
          folder.resolve(scheme.name()).toString(), "--quiet");
      assertThat(program.exit()).as(scheme.name() + ": " + program.err()).isIn(List.of(Run.DONE, Run.STALLED));
    }
  }
}
