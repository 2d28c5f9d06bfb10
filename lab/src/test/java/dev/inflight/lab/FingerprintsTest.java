package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trajectories of whole runs. {@code fingerprints.csv} changes only on purpose, with the reason in the same commit; the failure message has
 * the row to put there.
 */
class FingerprintsTest {
  private static final Path CSV = Path.of("src/test/resources/fingerprints.csv");
  private static final String HEADER = "scenario,ties,clock,packetHops,fingerprint";

  static Stream<String> rows() throws IOException {
    List<String> lines = Files.readAllLines(CSV);
    assertThat(lines.getFirst()).isEqualTo(HEADER);
    return lines.stream().skip(1);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void resultsAreUnchanged(String row) {
    String[] fields = row.split(",");
    Setup setup = ScenarioReader.read(Path.of(fields[0])).setup().with(values -> {
      values.ties = TieOrder.valueOf(fields[1]);
      values.clock = SerializationTime.valueOf(fields[2]);
    });
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    String now = "%s,%s,%s,%d,%016x".formatted(fields[0], fields[1], fields[2], result.packetHops(), result.fingerprint());
    assertThat(now).isEqualTo(row);
  }
}
