package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.SeenFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Valid headers of others: another namespace, version or type, and fields that are not enough to measure a link. */
class ForeignTelemetryTest {
  /** Six frames through a Linux 6.18 router with namespace 123, and the ICMP errors that they caused. */
  private static final Path KERNEL = Path.of("src/test/resources/wire/kernel-ioam.pcap");
  private static final int TRACES = 6;
  private static final double SECOND_PS = 1e12;

  @TempDir
  private Path folder;

  private static TelemetryCollector take(List<WatchedRuns.Frame> frames, String... specs) {
    var collector = new TelemetryCollector(SeenFormats.of(List.of(specs), null), 0);
    for (WatchedRuns.Frame frame : frames) {
      collector.take(frame.bytes(), frame.bytes().length, frame.bytes().length, frame.timeNs());
    }
    return collector;
  }

  private static FormatCounts counts(TelemetryCollector collector, String format) {
    int number = 0;
    while (!collector.formatName(number).equals(format)) {
      number++;
    }
    return collector.interval().format(number);
  }

  private static String summary(TelemetryCollector collector) {
    collector.endInterval();
    return WatchText.summary(collector, "eth0", SECOND_PS, 0, 0);
  }

  @Test
  void namesTracesOfOtherNamespaces() {
    TelemetryCollector collector = take(WatchedRuns.frames(KERNEL));
    assertThat(counts(collector, "ioam").foreign).isEqualTo(TRACES);
    assertThat(counts(collector, "ioam").unreadable).isZero();
    assertThat(WatchText.interval(collector, SECOND_PS, SECOND_PS, 0, true)).contains(", 6 foreign");
    assertThat(summary(collector)).contains("ioam: 0 headers, 0 brought back; 6 of another namespace, 0 unreadable");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"ioam-linux(namespaceId=123)", "IOAM-Linux(namespaceid=123, rateUnit=1Mbps)",
      "ioam(namespaceId=123, traceType=0xf60000, txBytesBit=-1, timestamps=posix)", "ioam(namespaceId=123)"})
  void queuesAreShownWhereARecordHasThem(String spec) {
    TelemetryCollector collector = take(WatchedRuns.frames(KERNEL), spec);
    assertThat(counts(collector, "ioam").headers).isEqualTo(TRACES);
    assertThat(counts(collector, "ioam").foreign).isZero();
    collector.endInterval();
    List<LinkRow> rows = LinkRow.ofAll(collector, SECOND_PS);
    LinkRow withPorts = rows.stream().filter(row -> row.name().equals("node 85 port 101")).findFirst().orElseThrow();
    assertThat(withPorts.queue().count()).as("records with queue depth").isPositive().isLessThan(withPorts.records());
    LinkRow withoutPorts = rows.stream().filter(row -> row.name().equals("node 85 port 0")).findFirst().orElseThrow();
    assertThat(withoutPorts.queue().count()).as("records of hop limit and node alone").isZero();
    assertThat(withoutPorts.incomplete()).isEqualTo(withoutPorts.records()).isPositive();
  }

  /** A replacement for an unknown use is only for schemes. */
  @Test
  void linuxReportsNoUseAndTheRateAsNamespaceData() {
    TelemetryCollector collector = take(WatchedRuns.frames(KERNEL), "ioam-linux(namespaceId=123)");
    collector.endInterval();
    LinkRow row = LinkRow.ofAll(collector, SECOND_PS).stream().filter(one -> one.name().equals("node 85 port 101")).findFirst()
        .orElseThrow();
    assertThat(row.use().share()).isNegative();
    assertThat(row.rateBitsPerSec()).isEqualTo(0xDEADBEEFL * 1000);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"int | 46 | 0x30 | of another version or type",
      "int | 42 | 0x20 | of another version or type", "ifa | 34 | 0x50 | of another version or name space",
      "ifa | 34 | 0x2A | of another version or name space"})
  void namesOtherVersions(String format, int at, String value, String named) throws IOException {
    var run = new WatchedRuns(Files.createDirectory(folder.resolve("run-" + at + value)));
    List<WatchedRuns.Frame> frames = WatchedRuns.frames(run.capture("9:1", "--telemetry", format)).stream()
        .filter(frame -> frame.bytes().length > 500).limit(100).toList();
    int kept = value.endsWith("0") ? 0x0F : 0;
    frames.forEach(frame -> frame.bytes()[at] = (byte) (frame.bytes()[at] & kept | Integer.decode(value)));
    TelemetryCollector collector = take(frames);
    assertThat(counts(collector, format).foreign).isEqualTo(100);
    assertThat(collector.interval().unreadable()).isZero();
    assertThat(summary(collector)).contains(format + ": 0 headers, 0 brought back; 100 " + named + ", 0 unreadable");
  }

  /** The length of a node's data differs from that of the trace type. */
  @Test
  void tracesThatContradictThemselvesAreUnreadable() {
    List<WatchedRuns.Frame> frames = WatchedRuns.frames(KERNEL);
    frames.forEach(frame -> frame.bytes()[14 + 40 + 10] ^= 0x10);
    FormatCounts counts = counts(take(frames, "ioam-linux(namespaceId=123)"), "ioam");
    assertThat(counts.unreadable).isEqualTo(TRACES);
    assertThat(counts.foreign).isZero();
  }

  @Test
  void rejectsUnknownParametersOfLinuxTraces() {
    Program program = Program.run("watch", "nosuch", "--telemetry", "ioam-linux(namespace=1)");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("ioam-linux has no parameter").contains("namespaceId");
  }
}
