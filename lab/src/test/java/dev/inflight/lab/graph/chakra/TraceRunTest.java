package dev.inflight.lab.graph.chakra;

import static dev.inflight.lab.graph.chakra.TraceWriter.collective;
import static dev.inflight.lab.graph.chakra.TraceWriter.compute;
import static dev.inflight.lab.graph.chakra.TraceWriter.receive;
import static dev.inflight.lab.graph.chakra.TraceWriter.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.explain.job.StepsAddUp;
import dev.inflight.lab.input.ScenarioReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A GOAL and a Chakra trace to their ends under three schemes, as a user runs, compares and reports them, compared with their generator's
 * counts.
 */
class TraceRunTest {
  private static final List<String> SCHEMES = List.of("hpcc", "dcqcn", "nscc");
  private static final int RANKS = 4;
  private static final int STAGES = 5;
  private static final long REDUCED = 2_000_000;
  private static final long EXCHANGED = 1_000_000;
  private static final long LINE = 100_000_000_000L;

  @TempDir
  private static Path folder;
  private static final long[] GOAL_BYTES = new long[RANKS];
  private static final long[] GOAL_OPERATIONS = new long[RANKS];
  private static final long[] GOAL_NS = new long[RANKS];
  private static final long[] CHAKRA_BYTES = new long[RANKS];
  private static final long[] CHAKRA_US = new long[RANKS];

  @BeforeAll
  static void run() throws IOException {
    Files.writeString(folder.resolve("pipeline.goal"), pipeline(new Random(14)));
    writeStep();
    Path scenario = Files.writeString(folder.resolve("traces.yaml"), """
        topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=4, hostRate=100Gbps, fabricRate=400Gbps)
        flows:
          - trace(path=pipeline.goal, job=pipeline)
          - trace(path=step.0.et, first=4, job=step)
        scheme: hpcc
        """);
    for (String scheme : SCHEMES) {
      Program program = Program.run("run", scenario.toString(), "--quiet", "--scheme", scheme, "--out", at(scheme));
      assertThat(program.exit()).as(program.err()).isZero();
    }
  }

  /** Stages of a pipeline: each rank computes, and sends the input of the next one. */
  private static String pipeline(Random random) {
    var blocks = new ArrayList<StringBuilder>();
    for (int rank = 0; rank < RANKS; rank++) {
      blocks.add(new StringBuilder("rank " + rank + " {\n"));
    }
    for (int stage = 0; stage < STAGES; stage++) {
      for (int rank = 0; rank < RANKS; rank++) {
        int ns = 1000 + random.nextInt(5000);
        StringBuilder block = blocks.get(rank).append("c" + stage + ": calc " + ns + "\n");
        if (rank > 0) {
          block.append("c" + stage + " requires r" + stage + "\n");
        }
        count(rank, 0, ns);
        if (rank < RANKS - 1) {
          int bytes = 100_000 + random.nextInt(200_000);
          block.append("s" + stage + ": send " + bytes + "b to " + (rank + 1) + " tag " + stage + "\ns" + stage + " requires c"
              + stage + "\n");
          blocks.get(rank + 1).append("r" + stage + ": recv " + bytes + "b from " + rank + " tag " + stage + "\n");
          count(rank, bytes, 0);
          count(rank + 1, 0, 0);
        }
      }
    }
    return "num_ranks " + RANKS + "\n" + String.join("}\n", blocks) + "}\n";
  }

  private static void count(int rank, long bytes, long ns) {
    GOAL_OPERATIONS[rank]++;
    GOAL_BYTES[rank] += bytes;
    GOAL_NS[rank] += ns;
  }

  /** A step of training: computation, an all-reduce, an all-to-all, and a message from each rank to the next. */
  private static void writeStep() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      int next = (rank + 1) % RANKS;
      int before = (rank + RANKS - 1) % RANKS;
      try (OutputStream out = Files.newOutputStream(folder.resolve("step." + rank + ".et"))) {
        new TraceWriter(out).node(compute(1, 3 + rank)).node(collective(2, 0, REDUCED, 1)).node(compute(3, 5, 2))
            .node(collective(4, 6, EXCHANGED, 3)).node(send(5, next, 10_000 + next, 7, 4))
            .node(receive(6, before, 10_000 + rank, 7, 4)).node(compute(7, 2, 6));
      }
      CHAKRA_US[rank] = 3 + rank + 5 + 2;
      CHAKRA_BYTES[rank] = 2 * (RANKS - 1) * REDUCED / RANKS + (RANKS - 1) * EXCHANGED / RANKS + 10_000 + next;
    }
  }

  @Test
  void criticalPathsAddUp() {
    StepsAddUp.check(ScenarioReader.read(folder.resolve("traces.yaml")));
  }

  private static String at(String scheme) {
    return folder.resolve(scheme).toString();
  }

  /** The rows of a table of results by column; nothing quoted holds a comma here. */
  private static List<Map<String, String>> rows(String scheme, String file) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(scheme).resolve(file));
    String[] names = lines.getFirst().split(",");
    var rows = new ArrayList<Map<String, String>>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.replace("\"", "").split(",");
      var row = new HashMap<String, String>();
      for (int at = 0; at < names.length; at++) {
        row.put(names[at], cells[at]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static long number(Map<String, String> row, String column) {
    return (long) Double.parseDouble(row.getOrDefault(column, "none"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hpcc", "dcqcn", "nscc"})
  void runsAllOperationsOfTheTraces(String scheme) throws IOException {
    List<Map<String, String>> ranks = rows(scheme, "ranks.csv");
    assertThat(ranks).hasSize(2 * RANKS);
    var sent = new long[2 * RANKS];
    for (Map<String, String> flow : rows(scheme, "flows.csv")) {
      sent[(int) number(flow, "source")] += number(flow, "size_bytes");
    }
    for (Map<String, String> row : ranks) {
      int rank = (int) number(row, "rank");
      boolean goal = "pipeline".equals(row.get("job"));
      assertThat(number(row, "operations_done")).isEqualTo(number(row, "operations"));
      if (goal) {
        assertThat(number(row, "operations")).isEqualTo(GOAL_OPERATIONS[rank]);
      }
      assertThat(number(row, "compute_ns")).isEqualTo(goal ? GOAL_NS[rank] : 1000 * CHAKRA_US[rank]);
      assertThat(number(row, "end_ns")).isGreaterThan(number(row, "compute_ns"));
      assertThat(sent[(int) number(row, "host")]).as("bytes from rank %s", rank)
          .isEqualTo(goal ? GOAL_BYTES[rank] : CHAKRA_BYTES[rank]);
    }
    assertThat(folder.resolve(scheme).resolve("summary.json")).content().contains("\"partial\" : false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hpcc", "dcqcn", "nscc"})
  void busBandwidthIsBelowTheLine(String scheme) throws IOException {
    List<Map<String, String>> collectives = rows(scheme, "collectives.csv");
    assertThat(collectives).extracting(row -> row.get("op")).containsExactly("all-reduce", "all-to-all");
    for (Map<String, String> row : collectives) {
      boolean reduces = "all-reduce".equals(row.get("op"));
      long size = reduces ? REDUCED : EXCHANGED;
      double factor = (reduces ? 2 : 1) * (RANKS - 1.0) / RANKS;
      double ns = Double.parseDouble(row.getOrDefault("duration_ns", "none"));
      assertThat((double) number(row, "busbw_bps") / (size * 8e9 / ns * factor)).isBetween(0.999999, 1.000001);
      assertThat(number(row, "busbw_bps")).isBetween(LINE / 5, LINE);
    }
  }

  @Test
  void runsOfTracesAreComparedAndReported() {
    Program compared = Program.run("compare", at("hpcc"), at("dcqcn"), at("nscc"));
    assertThat(compared.exit()).as(compared.err()).isZero();
    assertThat(compared.out().lines()).contains("job pipeline of 4 ranks", "job step of 4 ranks");
    assertThat(compared.out()).containsPattern("(?m)^A +\\S.* +1\\.000 +1\\.000$");
    Path page = folder.resolve("traces.html");
    Program report = Program.run("report", at("hpcc"), at("dcqcn"), at("nscc"), "--out", page.toString());
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(page).content().contains("pipeline", "step", "all-reduce", "all-to-all", "hpcc", "dcqcn", "nscc");
  }
}
