package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.inflight.lab.Program;
import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.live.device.ring.ListeningDevice;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links in the telemetry of a simulated run's frames equal those in the run's results, in every format; and no frame causes harm. */
class TelemetryCollectorTest {
  private static final long RATE = 100_000_000_000L;
  private static final String BUSIEST = "node 11 port 5";

  @TempDir
  private static Path shared;

  private static final Map<String, WatchedRuns> RUNS = new TreeMap<>();
  private static final Map<String, Path> CAPTURES = new TreeMap<>();

  @BeforeAll
  static void run() throws IOException {
    for (TelemetryFormat format : formats().toList()) {
      Path folder = Files.createDirectory(shared.resolve(format.name()));
      var run = new WatchedRuns(folder);
      RUNS.put(format.name(), run);
      String framing = format.placement().needsIpv6() ? "rocev2-ipv6" : "rocev2";
      CAPTURES.put(format.name(), run.capture("9:1", "--telemetry", format.name(), "--set", "framing=" + framing));
    }
  }

  /** All formats that real frames can carry. */
  static Stream<TelemetryFormat> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0);
  }

  private static TelemetryCollector collector() {
    return new TelemetryCollector(SeenFormats.of(List.of(), null), RATE);
  }

  private static List<WatchedRuns.Frame> frames(TelemetryFormat format) {
    return WatchedRuns.frames(CAPTURES.get(format.name()));
  }

  private static void take(TelemetryCollector collector, List<WatchedRuns.Frame> frames) {
    for (WatchedRuns.Frame frame : frames) {
      collector.take(frame.bytes(), frame.bytes().length, frame.bytes().length, frame.timeNs());
    }
  }

  private static int number(TelemetryCollector collector, String format) {
    int number = 0;
    while (!collector.formatName(number).equals(format)) {
      number++;
    }
    return number;
  }

  /** A value of a port in a table of the run. */
  private static long ofPort(TelemetryFormat format, String table, String column) throws IOException {
    List<String> lines = Files.readAllLines(RUNS.get(format.name()).run().resolve(table));
    int at = Arrays.asList(lines.getFirst().split(",")).indexOf(column);
    return lines.stream().filter(line -> line.startsWith("11,switch,5,")).mapToLong(line -> Long.parseLong(line.split(",")[at]))
        .findFirst().orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void countsEqualThoseOfDecode(TelemetryFormat format) {
    var collector = collector();
    take(collector, frames(format));
    List<String> decoded = Program.run("decode", CAPTURES.get(format.name()).toString()).out().lines().toList();
    FormatCounts counts = collector.interval().format(number(collector, format.name()));
    assertThat(counts.headers)
        .isEqualTo(decoded.stream().filter(line -> line.contains(" telemetry{format=" + format.name() + " ")).count())
        .isGreaterThanOrEqualTo(3200);
    assertThat(counts.broughtBack)
        .isEqualTo(decoded.stream().filter(line -> line.contains(" reflection{format=" + format.name() + " ")).count())
        .isGreaterThanOrEqualTo(3200);
    assertThat(counts.unreadable).isZero();
    assertThat(counts.hops).isEqualTo(decoded.stream().mapToLong(line -> line.split(" hop\\{", -1).length - 1).sum());
    FrameCounts all = collector.interval().frames;
    assertThat(all.frames).isEqualTo(decoded.size()).isEqualTo(all.withTelemetry);
    assertThat(all.bytes).isEqualTo(frames(format).stream().mapToLong(frame -> frame.bytes().length).sum());
    assertThat(all.malformed + all.cut + collector.interval().unreadable()).isZero();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void busiestLinkEqualsTheRuns(TelemetryFormat format) throws IOException {
    var collector = collector();
    take(collector, frames(format));
    List<LinkRow> rows = LinkRow.ofInterval(collector, 372e6);
    LinkRow busiest = rows.getFirst();
    if (format.bottleneckOnly()) {
      assertThat(busiest.records()).isGreaterThan(500);
      if (busiest.queue().unit() == WatchedLink.QueueUnit.BDP_MILLIONTHS) {
        assertThat(busiest.queue().p50() / 1e6).isBetween(0.5, 2.0);
      } else {
        assertThat(busiest.use().share()).isBetween(0.5, 1.0);
      }
      return;
    }
    long longest = ofPort(format, "queues.csv", "max_bytes");
    long sent = ofPort(format, "ports.csv", "sent_bytes");
    boolean named = busiest.name().startsWith("node ");
    LinkRow port = rows.stream().filter(row -> named ? row.name().equals(BUSIEST) : row.name().equals("path 11 hop 1"))
        .findFirst().orElseThrow();
    assertThat(port.use().share()).isGreaterThanOrEqualTo((named ? 0.95 : 0.7) * busiest.use().share()); // the same port is on two paths
    assertThat((double) port.queue().most()).isBetween(0.8 * longest, 1.001 * longest);
    assertThat(port.queue().p50()).isLessThan(port.queue().p95());
    assertThat(port.rateBitsPerSec()).isEqualTo(RATE);
    assertThat(port.incomplete()).isZero();
    if (port.use().seen() > 0) {
      WatchedLink link = collector.links().all().stream().filter(each -> collector.linkName(each).equals(port.name())).findFirst()
          .orElseThrow();
      assertThat(link.interval.sentBytes / sent).isBetween(named ? 0.9 : 0.7, 1.0);
      assertThat(port.use().share()).isEqualTo(link.interval.sentBytes * 8e12 / RATE / link.interval.elapsedPs, within(1e-9));
    } else {
      assertThat(format.name()).isEqualTo("int"); // which reports its own use
      assertThat(port.use().share()).isBetween(0.4, 1.0);
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void framesThatAreCutChangeCountersOnly(TelemetryFormat format) {
    var collector = collector();
    List<WatchedRuns.Frame> some = frames(format).subList(100, 130);
    long heard = 0;
    byte[] room = new byte[ListeningDevice.LARGEST_FRAME_BYTES];
    for (WatchedRuns.Frame frame : some) {
      int length = frame.bytes().length;
      for (int there = 0; there < length; there++) {
        byte[] cut = Arrays.copyOf(frame.bytes(), there);
        collector.take(cut, there, there, frame.timeNs()); // on the wire
        Arrays.fill(room, (byte) 0xA5);
        System.arraycopy(frame.bytes(), 0, room, 0, there);
        collector.take(room, there, length, frame.timeNs()); // in the capture
        heard += 2;
      }
    }
    Counts counts = collector.interval();
    assertThat(counts.frames.frames).isEqualTo(heard);
    assertThat(counts.frames.malformed).isPositive();
    assertThat(counts.frames.cut).isPositive();
    assertThat(collector.links().count()).isLessThan(200); // of bytes that existed, or read as another structure
    take(collector, some);
    assertThat(collector.interval().format(number(collector, format.name())).read()).isGreaterThanOrEqualTo(some.size());
  }

  /** Telemetry with random bytes, or no telemetry: the number of links is limited, and existing ones stay. */
  @ParameterizedTest
  @MethodSource("formats")
  void randomBytesChangeCountersOnly(TelemetryFormat format) {
    var collector = new TelemetryCollector(SeenFormats.of(List.of(), null), RATE, 256);
    List<WatchedRuns.Frame> frames = frames(format);
    take(collector, frames.subList(0, 3000));
    var random = new SplittableRandom(5);
    int rounds = 20_000;
    for (int round = 0; round < rounds; round++) {
      WatchedRuns.Frame frame = frames.get(random.nextInt(frames.size()));
      byte[] bytes = frame.bytes().clone();
      int from = random.nextInt(14, 60);
      for (int at = from; at < Math.min(bytes.length, from + random.nextInt(200)); at++) {
        if (random.nextInt(3) == 0) {
          bytes[at] = (byte) random.nextInt(256);
        }
      }
      collector.take(bytes, bytes.length, bytes.length, frame.timeNs());
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      collector.take(noise, noise.length, noise.length, frame.timeNs());
    }
    Counts counts = collector.interval();
    assertThat(counts.frames.frames).isEqualTo(3000 + 2L * rounds);
    assertThat(counts.frames.malformed).isPositive();
    assertThat(collector.links().count()).isLessThanOrEqualTo(256);
    long kept = collector.links().all().stream().mapToLong(WatchedLink::records).sum();
    assertThat(kept).isGreaterThan(3000);
    assertThat(WatchText.interval(collector, 1e12, 1e12, 0, true)).isNotEmpty();
    collector.endInterval();
    assertThat(WatchText.summary(collector, "x", 1e12, 0, 0)).startsWith("watched     x for 1.00 s\n");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void frameAllocatesNothing(TelemetryFormat format) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var collector = collector();
    List<WatchedRuns.Frame> frames = frames(format);
    long allocated = Long.MAX_VALUE;
    for (int tries = 0; tries < 20 && allocated > 0; tries++) { // the compiler may need some time
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int at = 0; at < frames.size(); at++) {
        WatchedRuns.Frame frame = frames.get(at);
        collector.take(frame.bytes(), frame.bytes().length, frame.bytes().length, frame.timeNs());
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).isZero();
  }

  /** A receiver's report of the busiest link instead of headers. */
  @ParameterizedTest
  @CsvSource({"ifa, node 11 port 5", "native, path 11 hop 1"})
  void reportsOfLinksAreRead(String format, String name) throws IOException {
    var run = new WatchedRuns(Files.createDirectory(shared.resolve("reports-" + format)));
    Path capture = run.capture("9:1", "--telemetry", format, "--set", "feedback=notifications(links=busiest)");
    var collector = collector();
    take(collector, WatchedRuns.frames(capture));
    FormatCounts counts = collector.interval().format(number(collector, TelemetryCollector.LINK_REPORT));
    assertThat(counts.broughtBack).isGreaterThan(3000);
    assertThat(collector.interval().unreadable()).isZero();
    assertThat(LinkRow.ofInterval(collector, 372e6)).anySatisfy(row -> {
      assertThat(row.format()).isEqualTo("link-report");
      assertThat(row.name()).isEqualTo(name);
      assertThat(row.use().share()).isBetween(0.4, 1.0);
    });
  }

  @Test
  void anotherPortThanTheUsual() throws IOException {
    var run = new WatchedRuns(Files.createDirectory(shared.resolve("port")));
    Path capture = run.capture("9:1", "--telemetry", "native(udpPort=50000)");
    var collector = new TelemetryCollector(SeenFormats.of(List.of("native(udpPort=50000)"), null), 0);
    take(collector, WatchedRuns.frames(capture));
    assertThat(collector.interval().format(number(collector, "native")).headers).isEqualTo(3200);
    var unaware = collector();
    take(unaware, WatchedRuns.frames(capture));
    assertThat(unaware.interval().format(number(unaware, "native")).headers).isZero();
  }
}
