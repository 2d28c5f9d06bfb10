package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HPCC by sojourn times of queues, next to a class without control: its flows have equal parts of three quarters of the line. */
@Tag("sweep")
class SojournFairnessTest {
  private static final double LINE_GBPS = 100;
  private static final double SHARE = 0.75;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({"csig-wide, 2, 1, 3", "csig-wide, 2, 2, 3", "csig-wide, 2, 3, 3", "csig-wide, 2, 5, 3", "csig-wide, 4, 1, 12",
      "csig-wide, 4, 5, 12", "csig, 2, 3, 12", "csig, 4, 3, 12", "ifa, 4, 3, 12"})
  void noFlowStarves(String telemetry, int flows, int delayUs, int untilMs) throws IOException {
    double[] goodput = new double[flows];
    int rows = 0;
    for (String row : rows(telemetry, flows, delayUs, untilMs)) {
      String[] cells = row.split(",");
      int flow = Integer.parseInt(cells[1]);
      if (flow < flows && Double.parseDouble(cells[0]) > (untilMs - 1) * 1e6) {
        goodput[flow] += Double.parseDouble(cells[3]) / 1e9;
        rows++;
      }
    }
    assertThat(rows).isGreaterThanOrEqualTo(9 * flows);
    double sum = 0;
    double squares = 0;
    for (double one : goodput) {
      sum += one;
      squares += one * one;
    }
    assertThat(sum * sum / (flows * squares)).as("Jain's index of %s Gb/s", List.of(goodput)).isGreaterThan(0.9);
    assertThat(sum * flows / rows).as("of a share of %s Gb/s", SHARE * LINE_GBPS).isBetween(0.75 * SHARE * LINE_GBPS,
        SHARE * LINE_GBPS);
  }

  private List<String> rows(String telemetry, int flows, int delayUs, int untilMs) throws IOException {
    String scenario = """
        topology: star(hosts=%d, delay=%dus)
        flows: []
        queues: strict-dwrr(weight3=3, weight4=1)
        telemetry: %s
        scope: queue(queueing=delay)
        series: {every: 100us}
        classes:
          - {name: hpcc, flows: 'incast(senders=%d, receiver=%d, size=200MB)'}
          - {name: bulk, scheme: none, priority: 4, flows: 'flow(from=%d, to=%d, size=200MB)'}
        """.formatted(flows + 2, delayUs, telemetry, flows, flows + 1, flows, flows + 1);
    Path file = Files.writeString(folder.resolve("shares.yaml"), scenario);
    Path out = folder.resolve("run");
    Program program = Program.run("run", file.toString(), "--until", untilMs + "ms", "--out", out.toString(), "--quiet");
    assertThat(program.exit()).as(program.err()).isIn(0, 3);
    List<String> lines = Files.readAllLines(out.resolve("flow-series.csv"));
    assertThat(lines.getFirst()).startsWith("time_ns,flow,acked_bytes,goodput_bps");
    return lines.subList(1, lines.size());
  }
}
