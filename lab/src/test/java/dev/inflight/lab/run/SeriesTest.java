package dev.inflight.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time series of a run: they add up to the sent bytes, and do not change the run. */
class SeriesTest {
  private static final String TWO_TO_ONE = """
      topology: star(hosts=3)
      flows:
        - flow(from=0, to=2, size=200KB)
        - flow(from=1, to=2, size=100KB, start=3us)
      """;

  @TempDir
  private Path folder;

  private Path run(String series) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), TWO_TO_ONE + series);
    Path out = folder.resolve("out");
    assertThat(Program.run("run", file.toString(), "--out", out.toString(), "--quiet", "--force").err()).isEmpty();
    return out;
  }

  private static List<long[]> rows(Path table) throws IOException {
    return Files.readAllLines(table).stream().skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToLong(cell -> Math.round(Double.parseDouble(cell))).toArray()).toList();
  }

  private static List<long[]> of(List<long[]> rows, int column, long value) {
    return rows.stream().filter(row -> row[column] == value).toList();
  }

  @Test
  void writesNoSeriesByDefault() throws IOException {
    assertThat(run("").resolve("flow-series.csv")).doesNotExist();
    assertThat(run("series: none").resolve("port-series.csv")).doesNotExist();
  }

  @Test
  void seriesLeaveTheTrajectoryUnchanged() throws IOException {
    String without = fingerprint(run(""));
    assertThat(fingerprint(run("series: {every: 100ns, ports: all}"))).isEqualTo(without);
  }

  private static String fingerprint(Path run) throws IOException {
    return Files.readAllLines(run.resolve("summary.json")).stream().filter(line -> line.contains("fingerprint")).findFirst()
        .orElseThrow();
  }

  @Test
  void noWindowIsNoValue() throws IOException {
    Path run = run("scheme: none\nseries: {every: 1us}");
    assertThat(Files.readAllLines(run.resolve("flow-series.csv")).stream().skip(1)).isNotEmpty()
        .allSatisfy(line -> assertThat(line.split(",")[4]).isEmpty());
    assertThat(Program.run("query", run.toString(), "SELECT count(*) AS n FROM flow_series WHERE window_bytes IS NOT NULL").out())
        .endsWith("0\n");
  }

  @Test
  void flowHasRowsFromItsStartToItsEnd() throws IOException {
    Path run = run("series: {every: 1us}");
    assertThat(Files.readAllLines(run.resolve("flow-series.csv")).getFirst())
        .isEqualTo("time_ns,flow,acked_bytes,goodput_bps,window_bytes,pace_bps");
    List<long[]> rows = rows(run.resolve("flow-series.csv"));
    List<long[]> second = of(rows, 1, 1);
    assertThat(second.getFirst()).startsWith(3000, 1, 0, 0);
    assertThat(second.getLast()[2]).isEqualTo(100_000);
    assertThat(second.get(second.size() - 2)[2]).isLessThan(100_000);
    assertThat(second).extracting(row -> row[0]).isSorted();
    double bytes = second.stream().mapToDouble(row -> row[3] / 8e9 * 1000).sum();
    assertThat(bytes).as("the goodput of each microsecond adds up").isBetween(99_000.0, 101_000.0);
  }

  @Test
  void lastRowIsTheEndOfTheRun() throws IOException {
    List<long[]> rows = rows(run("series: {every: 1ms}").resolve("flow-series.csv"));
    assertThat(rows).hasSize(3); // the first flow's start, and both at the end
    assertThat(rows.get(1)[2]).isEqualTo(200_000);
    assertThat(rows.get(2)[2]).isEqualTo(100_000);
  }

  @Test
  void portsHaveQueuedAndSentBytes() throws IOException {
    Path run = run("series: {every: 1us}");
    assertThat(Files.readAllLines(run.resolve("port-series.csv")).getFirst())
        .isEqualTo("time_ns,node,port,waiting_bytes,sent_bytes,throughput_bps,ecn_marks");
    List<long[]> rows = rows(run.resolve("port-series.csv"));
    assertThat(rows).extracting(row -> row[2]).containsOnly(1L, 2L, 3L);
    List<long[]> bottleneck = of(rows, 2, 3);
    assertThat(bottleneck).extracting(row -> row[3]).anyMatch(waiting -> waiting > 30_000);
    assertThat(bottleneck.getLast()[4]).as("300 packets with headers").isBetween(318_000L, 340_000L);
    assertThat(bottleneck).extracting(row -> row[5]).anyMatch(rate -> rate > 95_000_000_000L);
    assertThat(bottleneck).extracting(row -> row[5]).allMatch(rate -> rate < 110_000_000_000L);
  }

  @Test
  void writesSeriesOfSelectedFlowsAndPorts() throws IOException {
    Path run = run("series: {every: 1us, until: 5us, flows: [0], ports: [[0, 1]]}");
    assertThat(rows(run.resolve("flow-series.csv"))).hasSize(6).allMatch(row -> row[1] == 0 && row[0] <= 5000);
    assertThat(rows(run.resolve("port-series.csv"))).hasSize(6).allMatch(row -> row[1] == 0 && row[2] == 1);
    assertThat(rows(run("series: {every: 1us, flows: none, ports: none}").resolve("flow-series.csv"))).isEmpty();
  }

  @Test
  void queuePairsHaveRowsForTheirStreams() throws IOException {
    Path file = Files.writeString(folder.resolve("rdma.yaml"), """
        topology: star(hosts=3)
        flows: rdma(op=write, from=0, to=2, size=20KB, messages=5)
        series: {every: 1us, flows: [5]}
        """);
    Path out = folder.resolve("rdma");
    assertThat(Program.run("run", file.toString(), "--out", out.toString(), "--quiet").err()).isEmpty();
    List<long[]> rows = rows(out.resolve("flow-series.csv"));
    assertThat(rows).isNotEmpty().allMatch(row -> row[1] == 5);
    assertThat(rows.getLast()[2]).isEqualTo(100_000);
  }

  /** The computation of a rank between rows adds up to the value in ranks.csv; rows end with the rank. */
  @Test
  void ranksHaveComputeTimes() throws IOException {
    Path file = Files.writeString(folder.resolve("job.yaml"), """
        topology: star(hosts=4)
        flows:
          - collective(op=all-reduce, size=400KB, compute=7us, repeat=3, job=a)
          - collective(op=all-gather, size=100KB, compute=3us, ranks=2, start=25us, job=b)
        series: {every: 2us, flows: none, ports: none}
        """);
    Path out = folder.resolve("job");
    assertThat(Program.run("run", file.toString(), "--out", out.toString(), "--quiet").err()).isEmpty();
    List<String[]> ranks = Files.readAllLines(out.resolve("ranks.csv")).stream().skip(1).map(line -> line.split(",")).toList();
    List<String[]> rows = Files.readAllLines(out.resolve("rank-series.csv")).stream().skip(1).map(line -> line.split(","))
        .toList();
    assertThat(ranks).hasSize(6).allSatisfy(rank -> {
      List<String[]> own = rows.stream().filter(row -> row[1].equals(rank[0]) && row[2].equals(rank[1])).toList();
      double startNs = rank[0].equals("\"b\"") ? 25_000 : 0;
      double sumNs = 0;
      double beforeNs = startNs;
      for (String[] row : own) {
        sumNs += Double.parseDouble(row[4]) * (Double.parseDouble(row[0]) - beforeNs);
        beforeNs = Double.parseDouble(row[0]);
        assertThat(sumNs).isCloseTo(Double.parseDouble(row[3]), within(1.0 + 0.2 * own.size()));
      }
      assertThat(own.getLast()[3]).isEqualTo(rank[4]);
      assertThat(Double.parseDouble(own.getFirst()[0])).isBetween(startNs, startNs + 2000);
      assertThat(beforeNs - Double.parseDouble(rank[3])).isBetween(-0.001, 2000.0);
    });
    assertThat(
        Program.run("run", file.toString(), "--out", out.toString(), "--quiet", "--force", "--set", "series.ranks=none").err())
        .isEmpty();
    assertThat(out.resolve("rank-series.csv")).doesNotExist();
  }

  @Test
  void earlierRunsSeriesAreRemoved() throws IOException {
    assertThat(run("series: {every: 1us}").resolve("port-series.csv")).exists();
    assertThat(run("").resolve("port-series.csv")).doesNotExist();
  }
}
