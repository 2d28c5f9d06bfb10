package dev.inflight.lab.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The figures of a run folder agree with each other: the summary with the tables, and each table with itself. */
class ConsistentFolderTest {
  private static final int FEW = 24;
  private static final int ALL = 200;
  private static final int GAP_BYTES = 20;
  private static final int LARGEST_FRAME_BYTES = 10_500 + GAP_BYTES;
  private static final double NS = 1e9;

  @TempDir
  private Path folder;

  private String text = "";
  private String summary = "";

  static LongStream few() {
    return LongStream.range(0, FEW);
  }

  static LongStream all() {
    return LongStream.range(FEW, ALL);
  }

  @ParameterizedTest
  @MethodSource("few")
  void figuresAgree(long number) throws IOException {
    Drawn drawn = Drawn.of(number, folder);
    text = drawn.text();
    Program ran = Program.run("run", drawn.file().toString(), "--quiet", "--threads", "1", "--out",
        folder.resolve("out").toString());
    assertThat(ran.exit()).as(ran.err() + text).isIn(0, 3);
    summary = Files.readString(folder.resolve("out/summary.json"));
    flowsAgree();
    portsAgree();
    lossesAgree();
    pausesAgree();
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("all")
  void figuresOfMoreRunsAgree(long number) throws IOException {
    figuresAgree(number);
  }

  private void flowsAgree() throws IOException {
    Rows flows = Rows.of(folder.resolve("out/flows.csv"));
    equal("flowsFinished", flows.count());
    equal("flows", flows.count() + Rows.of(folder.resolve("out/stalled.csv")).count());
    for (int row = 0; row < flows.count(); row++) {
      double slowdown = flows.number(row, "fct_ns") / flows.number(row, "ideal_fct_ns");
      assertThat(slowdown).as(text).isGreaterThanOrEqualTo(1);
      assertThat(flows.number(row, "slowdown")).as(text).isCloseTo(slowdown, within(1e-4));
    }
    double retransmitted = flows.sum("retransmitted_bytes");
    assertThat(retransmitted).as(text).isLessThanOrEqualTo(number("retransmittedBytes"));
    boolean hasStreams = text.contains("rdma(");
    if (number("stalledFlows") == 0 && !hasStreams) {
      equal("retransmittedBytes", retransmitted);
    }
  }

  private void portsAgree() throws IOException {
    Rows ports = Rows.of(folder.resolve("out/ports.csv"));
    equal("packetHops", ports.sum("sent_frames") + number("packetHopsAfterEnd"));
    equal("ecnMarks", ports.sum("ecn_marks"));
    assertThat(ports.sum("paused_ns") / NS).as(text).isCloseTo(number("pfcPauseSeconds"), within(ports.count() * 1e-12));
    double seconds = number("simulatedSeconds");
    for (int row = 0; row < ports.count(); row++) {
      double rate = ports.number(row, "rate_bps");
      double bytes = ports.number(row, "sent_bytes") + GAP_BYTES * ports.number(row, "sent_frames");
      double sent = ports.number(row, "utilization") * rate * seconds / 8;
      double rounding = 1e-6 * rate * seconds / 8 + ports.number(row, "sent_frames") * rate * 1e-12;
      assertThat(sent).as("port %s: %s", ports.row(row), text).isBetween(bytes - LARGEST_FRAME_BYTES - rounding,
          bytes + rounding);
    }
    equal("wireBytes", ports.sum("sent_bytes") + GAP_BYTES * ports.sum("sent_frames") + number("wireBytesAfterEnd"));
  }

  private void lossesAgree() throws IOException {
    Rows drops = Rows.of(folder.resolve("out/drops.csv"));
    equal("drops", drops.count("reason", "buffer"));
    equal("buffer", drops.count("reason", "buffer"));
    equal("linkDown", drops.count("reason", "link-down"));
    equal("random", drops.count("reason", "random"));
    equal("noRoute", drops.count("reason", "no-route"));
  }

  private void pausesAgree() throws IOException {
    Rows pauses = Rows.of(folder.resolve("out/pauses.csv"));
    Rows ports = Rows.of(folder.resolve("out/ports.csv"));
    if (text.contains("pauseResponse") && number("flowsFinished") < number("flows")) {
      // a cut run counts pauses that have arrived and take effect only after its end: at most one for a paused port
      double early = ports.sum("pauses_received") - pauses.count("state", "pause");
      long paused = IntStream.range(0, ports.count()).filter(row -> ports.number(row, "pauses_received") > 0).count();
      assertThat(early).as(text).isBetween(0.0, (double) paused);
      assertThat(ports.sum("pauses_received")).as(text).isLessThanOrEqualTo(number("pfcPauses"));
      return;
    }
    assertThat(ports.sum("pauses_received")).as(text).isLessThanOrEqualTo(pauses.count("state", "pause"));
    assertThat(pauses.count("state", "pause")).as(text).isLessThanOrEqualTo((long) number("pfcPauses"));
    if (number("packetHopsAfterEnd") == 0) {
      assertThat(ports.sum("pauses_received")).as(text).isEqualTo(pauses.count("state", "pause"));
    }
  }

  private void equal(String key, double value) {
    assertThat(number(key)).as("%s of%n%s", key, text).isEqualTo(value);
  }

  private double number(String key) {
    Matcher matcher = Pattern.compile("\"" + key + "\" : ([-+0-9.eE]+)").matcher(summary);
    assertThat(matcher.find()).as("%s in %s", key, summary).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** A table: its names, and its rows, of which only the last fields may hold commas. */
  private record Rows(List<String> names, List<String[]> rows) {
    static Rows of(Path file) throws IOException {
      if (!Files.exists(file)) {
        return new Rows(List.of(), List.of());
      }
      List<String> lines = Files.readAllLines(file);
      return new Rows(List.of(lines.getFirst().split(",")), lines.stream().skip(1).map(line -> line.split(",", -1)).toList());
    }

    int count() {
      return rows.size();
    }

    String row(int row) {
      return String.join(",", rows.get(row));
    }

    double number(int row, String name) {
      return Double.parseDouble(rows.get(row)[names.indexOf(name)]);
    }

    double sum(String name) {
      return rows.stream().mapToDouble(row -> Double.parseDouble(row[names.indexOf(name)])).sum();
    }

    long count(String name, String value) {
      return rows.stream().filter(row -> row[names.indexOf(name)].equals(value)).count();
    }
  }
}
