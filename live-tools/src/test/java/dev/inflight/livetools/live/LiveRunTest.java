package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.Privileges;
import dev.inflight.livetools.live.machine.Ip;
import dev.inflight.livetools.live.machine.FabricNamespaces;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.live.testing.JavaMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios with real packets, in namespaces of this machine. Tests do not judge speed: bounds are wide. */
@Tag("live")
class LiveRunTest {
  private static final String INCAST = "../scenarios/live/incast.yaml";
  /** Switches 18 and 19 are the leaves; the port to the first spine is their tenth, that to the second their eleventh. */
  private static final String TWO_SPINES = "topology="
      + "leaf-spine(leaves=2, spines=2, hostsPerLeaf=9, hostRate=200Mbps, fabricRate=200Mbps, delay=100us)";
  /** Time within which a loop on a busy machine reliably detects that an interface is gone. */
  private static final double NOTICED_MS = 1000;
  /** 64 MB take 2560 ms to a host with 200 Mbit/s, more on a busy machine. */
  private static final double SHORTEST_MS = 2500;
  private static final String SERIES = "series={every: 5ms, flows: none, ports: [[19, 10], [19, 11], [18, 10]]}";

  @TempDir
  private Path folder;

  @BeforeEach
  void needsRoot() {
    assumeThat(Privileges.areThere()).as("this process may make network namespaces").isTrue();
  }

  private SummaryFile summary(String run) {
    return SummaryFile.read(folder.resolve(run).resolve("summary.json"));
  }

  private Program live(String name, String scenario, String... options) {
    var arguments = new ArrayList<>(List.of("live", "run", scenario, "--out", folder.resolve(name).toString()));
    arguments.addAll(List.of(options));
    return Program.run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xdp", "packet-ring"})
  void anIncastFinishesAndLeavesNothing(String device) throws IOException {
    long files = openFiles();
    Program program = live("run", INCAST, "--device", device, "--set", "retransmitTimeout=2s");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).contains("flows       16 of 16 finished", " of real time\n", "lost        no packets")
        .contains("live        40 " + device + ";").contains(" lost outside the scenario's links, 0 unreadable")
        .contains("late        events by at most");
    assertThat(summary("run").whole("flowsFinished")).isEqualTo(16);
    assertThat(summary("run").whole("deliveredBytes")).isEqualTo(8_000_000);
    assertThat(summary("run").whole("acksWithTelemetry")).isEqualTo(3920);
    assertThat(folder.resolve("run").resolve("scenario.yaml")).exists();
    assertThat(folder.resolve("run").resolve("flows.csv")).exists();
    assertThat(folder.resolve("run").resolve("live.txt")).exists();
    assertThat(FabricNamespaces.all()).noneMatch(name -> name.contains("-" + ProcessHandle.current().pid() + "-"));
    assertThat(openFiles()).isLessThanOrEqualTo(files + 5);
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void twinIsLikeItsSimulation() throws IOException {
    Program program = twin();
    for (int more = 0; more < 4 && seconds("twin/live") > 3 * seconds("twin/simulated"); more++) {
      program = twin(); // the machine was busy with other work
    }
    assertThat(program.out()).contains("twin             simulated          live     live/sim.");
    assertThat(folder.resolve("twin").resolve("twin.txt")).content()
        .startsWith("twin             simulated          live     live/sim.\n").contains("queue max");
    assertThat(folder.resolve("twin").resolve("report.html")).content().contains("\"live\":{\"live\":\"live        ");
    double simulated = seconds("twin/simulated");
    assertThat(seconds("twin/live")).isBetween(0.9 * simulated, 3 * simulated);
    assertThat(summary("twin/live").whole("dataPackets")).isEqualTo(summary("twin/simulated").whole("dataPackets"));
    assertThat(live("twin", INCAST).err()).contains("the folder holds the two runs of a twin");
    assertThat(live("twin/live", INCAST, "--twin").err()).contains("the folder holds the results of a single run");
    Path sweep = Files.createDirectory(folder.resolve("sweep"));
    Files.writeString(sweep.resolve("points.csv"), "mine");
    assertThat(live("sweep", INCAST, "--twin").err()).contains("the folder is not empty, and 'points.csv' in it is not a twin's");
    assertThat(sweep.resolve("live")).doesNotExist();
    assertThat(Program.run("report", folder.resolve("twin").toString()).err())
        .contains("this folder holds the two runs of a twin");
    assertThat(Program.run("explain", folder.resolve("twin/live").toString(), "3").out()).startsWith("This run was live.");
  }

  /** The table of a quiet twin can be read afterwards. */
  @Test
  void quietTwinWritesItsTable() {
    Program program = live("quiet", INCAST, "--twin", "--quiet", "--set", "retransmitTimeout=2s");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).isEmpty();
    assertThat(folder.resolve("quiet").resolve("twin.txt")).content().contains("goodput").contains("live/sim.");
  }

  private Program twin() {
    Program program = live("twin", INCAST, "--twin", "--force", "--set", "retransmitTimeout=2s");
    assertThat(program.exit()).as(program.err()).isZero();
    return program;
  }

  private double seconds(String run) {
    Double seconds = summary(run).decimal("simulatedSeconds");
    return seconds == null ? 0 : seconds;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dcqcn", "swift", "dctcp", "timely", "none"})
  void anySchemeRuns(String scheme) {
    Program program = live("run", INCAST, "--scheme", scheme, "--quiet", "--until", "3s");
    assertThat(program.exit()).as(program.err()).isIn(0, 3);
    assertThat(summary("run").whole("deliveredBytes")).isGreaterThan(4_000_000);
  }

  @Test
  void realHeadersCarryIoam() {
    Program program = live("run", INCAST, "--telemetry", "ioam", "--set", "framing=rocev2-ipv6", "--set", "retransmitTimeout=2s",
        "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(summary("run").whole("acksWithTelemetry")).isEqualTo(3920);
  }

  @Test
  void collectiveRuns() throws IOException {
    Program program = live("run", "../scenarios/live/allreduce.yaml");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(Files.readString(folder.resolve("run").resolve("collectives.csv"))).contains("all-reduce, 2");
  }

  @Test
  void lostPacketsAreRetransmitted() {
    Program program = live("run", INCAST, "--set", "lossRate=0.01", "--quiet");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(summary("run").whole("flowsFinished")).isEqualTo(16);
    assertThat(summary("run").whole("retransmittedBytes")).isPositive();
  }

  @Test
  void linkThatFailsIsRoutedAround() throws IOException {
    Program program = live("run", INCAST, "--set", TWO_SPINES, "--set", "events=[{at: 50ms, link: [18, 20], state: down}]",
        "--set", SERIES, "--quiet", "--until", "20s");
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(summary("run").whole("flowsFinished")).isEqualTo(16);
    assertThat(lastSentMs(19, 11)).as("data on the way that is left").isGreaterThan(250);
    assertThat(lastSentMs(19, 10)).as("data on the way that is gone").isBetween(1.0, 100.0);
    assertThat(lastSentMs(18, 10)).as("acknowledgements on it").isBetween(1.0, 100.0);
  }

  /**
   * There are two paths between the two leaves; an interface of one is removed while the flows run. Both directions of that path are quiet
   * from then on, and its packets in flight are retransmitted on the other.
   */
  @ParameterizedTest
  @CsvSource({"link set dev p10 down, xdp", "link del dev p10, xdp", "link del dev p10, packet-ring"})
  void anInterfaceThatGoesDownIsALinkThatFails(String command, String device) throws Exception {
    Path run = folder.resolve("run");
    var ended = new AtomicBoolean();
    CompletableFuture<Long> somebody = CompletableFuture.supplyAsync(() -> {
      while (!Files.exists(run.resolve("scenario.yaml"))) {
        assertThat(ended).as("the run has ended before it began").isFalse();
        LockSupport.parkNanos(1_000_000);
      }
      long beforeItBegins = System.nanoTime();
      LockSupport.parkNanos(50_000_000);
      Ip.batch("inflight-" + ProcessHandle.current().pid() + "-18", List.of(command));
      long goneNanos = System.nanoTime() - beforeItBegins;
      assertThat(ended).as("the run has ended before its interface was gone").isFalse();
      return goneNanos;
    });
    Program program = live("run", INCAST, "--device", device, "--set", "flows=incast(senders=16, size=4MB)", "--set", TWO_SPINES,
        "--set", SERIES, "--quiet", "--until", "60s");
    ended.set(true);
    assertThat(program.exit()).as(program.err()).isZero();
    long goneNanos = somebody.get(10, TimeUnit.SECONDS); // rethrows the exception from there
    double latestMs = goneNanos / 1e6 + NOTICED_MS;
    assertThat(summary("run").whole("flowsFinished")).isEqualTo(16);
    assertThat(summary("run").whole("retransmittedBytes")).isPositive();
    assertThat(lastSentMs(19, 11)).as("data on the way that is left").isGreaterThan(SHORTEST_MS);
    assertThat(lastSentMs(19, 10)).as("data on the way that is gone").isBetween(1.0, latestMs);
    assertThat(lastSentMs(18, 10)).as("acknowledgements on it").isBetween(1.0, latestMs);
  }

  /** Start of a port's last frame, in milliseconds, within the resolution of the series. */
  private double lastSentMs(int node, int port) throws IOException {
    double lastMs = 0;
    String sent = "0";
    for (String line : Files.readAllLines(folder.resolve("run").resolve("port-series.csv"))) {
      String[] cells = line.split(",");
      if (cells[1].equals(Integer.toString(node)) && cells[2].equals(Integer.toString(port)) && !cells[4].equals(sent)) {
        lastMs = Double.parseDouble(cells[0]) / 1e6;
        sent = cells[4];
      }
    }
    return lastMs;
  }

  @Test
  void removesRemainsOfAKilledRun() {
    String orphan = "inflight-99999999-0";
    Ip.batch(List.of("netns add " + orphan));
    try {
      assertThat(Program.run("live", "status").out())
          .contains("inflight-99999999  1 namespace  left by a process that is no more");
      assertThat(Program.run("live", "down").out()).startsWith("removed ");
      assertThat(FabricNamespaces.all()).doesNotContain(orphan);
      assertThat(Program.run("live", "down").out())
          .matches("nothing to remove\n(\\d+ fabrics? in use; --all ends (it|them) too\n)?");
    } finally {
      if (FabricNamespaces.all().contains(orphan)) {
        Ip.batch(List.of("netns del " + orphan));
      }
    }
  }

  /**
   * A namespace's number now belongs to another Java program, which started later: that program is not ended, and the rest of the command
   * works.
   */
  @Test
  void keepsOtherProgramsWithTheSameId() throws Exception {
    String orphan = "inflight-99999999-0";
    Ip.batch(List.of("netns add " + orphan));
    Path older = Path.of("/run/netns").resolve(orphan);
    while (Instant.now().isBefore(Files.getLastModifiedTime(older).toInstant().plusSeconds(2))) {
      LockSupport.parkNanos(50_000_000); // process start times have a resolution of a hundredth of a second
    }
    Process other = JavaMachine.alone(new ProcessBuilder(JavaMachine.program().toString(), "-cp", JavaMachine.classPath(
        JavaMachine.classes()), "dev.inflight.lab.cli.Main", "run", "-")).start();
    String fabric = "inflight-" + other.pid();
    Path same = Files.createFile(older.resolveSibling(fabric + "-0"));
    try {
      assertThat(new ProcessBuilder("mount", "--bind", older.toString(), same.toString()).start().waitFor()).isZero();
      Program program = Program.run("live", "down", fabric);
      assertThat(program.exit()).isEqualTo(2);
      assertThat(program.err()).isEqualTo("inflight: live: process " + other.pid()
          + " is another program by now, and goes on; ip netns del removes what " + fabric + " has left\n");
      assertThat(program.out()).startsWith("removed ");
      assertThat(FabricNamespaces.all()).contains(fabric + "-0").doesNotContain(orphan);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
      Program.run("live", "down");
    }
    assertThat(FabricNamespaces.all()).doesNotContain(fabric + "-0");
  }

  @Test
  void reportsFailuresOfIp() {
    assertThatThrownBy(() -> Ip.batch(List.of("link add nonsense type none"))).isInstanceOf(Ip.Failure.class)
        .hasMessageContaining("`ip -batch -` says:");
  }
}
