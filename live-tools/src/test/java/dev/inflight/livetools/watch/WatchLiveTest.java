package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.capture.OutsideTool;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ring.RingDevice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames of a simulated run pass a cable between two namespaces, and {@code inflight watch} observes one of its ends. */
@Tag("live")
class WatchLiveTest {
  private static final String HERE = "ifl-w" + ProcessHandle.current().pid() + "-a";
  private static final String THERE = "ifl-w" + ProcessHandle.current().pid() + "-b";
  private static final int AT_ONCE = 32;

  @TempDir
  private Path folder;

  private OutsideTool.Ended ip(String... arguments) {
    return OutsideTool.run(folder, Stream.concat(Stream.of("ip"), Arrays.stream(arguments)).toList());
  }

  @BeforeEach
  void makeCable() {
    OutsideTool.require("ip", "iproute2");
    assumeThat(ip("netns", "add", HERE).exit()).as("this process may make network namespaces").isZero();
    ip("netns", "add", THERE).expectSuccess();
    ip("link", "add", "w0", "netns", HERE, "type", "veth", "peer", "name", "w0", "netns", THERE).expectSuccess();
    for (String namespace : List.of(HERE, THERE)) {
      ip("-n", namespace, "link", "set", "w0", "addrgenmode", "none").expectSuccess();
      ip("-n", namespace, "link", "set", "w0", "mtu", "9000", "up").expectSuccess();
    }
    for (int tries = 0; tries < 300 && !ip("-n", HERE, "-o", "link", "show", "w0").out().contains("state UP"); tries++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @AfterEach
  void remove() {
    ip("netns", "del", HERE);
    ip("netns", "del", THERE);
  }

  private FutureTask<Program> watch(String namespace, String... options) throws Exception {
    var arguments = new ArrayList<>(
        List.of("watch", "w0", "--netns", namespace, "--every", "200ms", "--out", folder.resolve("out").toString()));
    arguments.addAll(List.of(options));
    var watching = new FutureTask<>(() -> Program.run(arguments.toArray(String[]::new)));
    Thread.ofPlatform().daemon().start(watching);
    Path frames = folder.resolve("out").resolve("frames.csv");
    while (!watching.isDone() && (!Files.exists(frames) || Files.readAllLines(frames).size() < 2)) {
      LockSupport.parkNanos(1_000_000);
    }
    return watching;
  }

  /** Sends frames from here; returns the number that arrived. */
  private static long send(List<WatchedRuns.Frame> frames) {
    try (var memory = new FrameMemory(4096, 16_384);
        Device from = RingDevice.open(HERE, "w0", memory);
        Device to = RingDevice.open(THERE, "w0", memory)) {
      for (int number = 0; number < frames.size(); number++) {
        byte[] bytes = frames.get(number).bytes();
        long at = memory.take();
        MemorySegment.copy(bytes, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, bytes.length);
        assertThat(from.send(at, bytes.length)).isTrue();
        if (number % AT_ONCE == 0 || number == frames.size() - 1) {
          from.flush();
          to.poll(0, 2 * AT_ONCE);
        }
      }
      while (to.poll(0, AT_ONCE) > 0) {
        // Until all have arrived.
      }
      return to.counters().framesIn;
    }
  }

  @ParameterizedTest
  @CsvSource({"native, true", "native, false", "int, true", "csig, true", "ioam, true"})
  void summarizesFramesWithoutTakingThem(String format, boolean incoming) throws Exception {
    var run = new WatchedRuns(Files.createDirectory(folder.resolve("s")));
    List<WatchedRuns.Frame> frames = WatchedRuns.frames(
        run.capture("9:1", "--telemetry", format, "--set", "framing=" + (format.equals("ioam") ? "rocev2-ipv6" : "rocev2")));
    FutureTask<Program> watching = watch(incoming ? THERE : HERE, "--for", "4s", "--link-rate", "100Gbps");
    assertThat(send(frames)).isEqualTo(frames.size());
    Program program = watching.get();
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.err()).isEmpty();
    assertThat(program.out())
        .contains("\nlost        0 frames", "\ntelemetry   in 6,400 frames\n",
            "\n            " + format + ": 3,200 headers, 3,200 brought back")
        .contains("\nmalformed   0 frames; 0 headers cut\n");
    String busiest = switch (format) {
      case "native" -> "path 11 hop 1 ";
      case "csig" -> "lm ";
      default -> "node 11 port 5 ";
    };
    assertThat(
        program.out().lines().filter(line -> line.contains(busiest) && (format.equals("csig") || line.contains("100 Gb/s"))))
        .isNotEmpty();
    assertThat(total("frames.csv", "frames")).isEqualTo(6400);
    assertThat(total("frames.csv", "bytes")).isEqualTo(frames.stream().mapToLong(frame -> frame.bytes().length).sum());
    assertThat(total("formats.csv", "headers")).isEqualTo(3200);
    assertThat(total("links.csv", "records")).isGreaterThanOrEqualTo(total("formats.csv", "hops"));
    assertThat(program.out()).endsWith(Files.readString(folder.resolve("out").resolve("watch.txt")));
  }

  private long total(String table, String column) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("out").resolve(table));
    int at = Arrays.asList(lines.getFirst().split(",")).indexOf(column);
    return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[at])).sum();
  }

  @Test
  void reportsAnInterfaceThatGoesDown() throws Exception {
    FutureTask<Program> watching = watch(THERE, "--for", "2s");
    ip("-n", THERE, "link", "set", "w0", "down").expectSuccess();
    Program program = watching.get();
    assertThat(program.exit()).isZero();
    assertThat(program.out()).contains(", 0 lost, the interface is down\n").contains("\nlinks       0\n");
  }

  @Test
  void quietPrintsOnlyTheSummary() throws Exception {
    Program program = watch(THERE, "--for", "500ms", "--quiet").get();
    assertThat(program.out()).startsWith("watched     w0 for 0.5");
  }

  /** The program as users start it: Ctrl-C ends it with the results so far. */
  @Test
  void signalEndsIt() throws Exception {
    String path = System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
    // A background process ignores the signal, and so do its children, unless configured otherwise.
    Process process = new ProcessBuilder("env", "--default-signal=INT", ProcessHandle.current().info().command().orElseThrow(),
        "--enable-native-access=ALL-UNNAMED", "-cp", path, "dev.inflight.lab.cli.Main", "watch", "w0", "--netns", HERE, "--every",
        "100ms").start();
    byte[] first = process.getInputStream().readNBytes(20);
    OutsideTool.run(folder, List.of("kill", "-INT", Long.toString(process.pid()))).expectSuccess();
    String rest = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(new String(process.getErrorStream().readAllBytes())).isZero();
    assertThat(new String(first) + rest).contains("\nwatched     w0 for ").endsWith("links       0\n");
  }

  @Test
  void reportsMissingNames() {
    Program program = Program.run("watch", "w1", "--netns", HERE);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).isEqualTo("inflight: watch: unknown interface 'w1'; did you mean 'w0'? known: lo, w0\n");
    Program elsewhere = Program.run("watch", "w0", "--netns", HERE + "x");
    assertThat(elsewhere.exit()).isEqualTo(2);
    assertThat(elsewhere.err())
        .startsWith("inflight: --netns: unknown network namespace '" + HERE + "x'; did you mean '" + HERE + "'? known: ");
  }
}
