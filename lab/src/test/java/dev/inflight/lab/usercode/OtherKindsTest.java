package dev.inflight.lab.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extensions of all kinds but schemes, in one folder of sources: each is named by a scenario and runs. */
class OtherKindsTest {
  private static final String PAIRS = """
      package mine;

      import dev.inflight.net.topology.Topology;
      import dev.inflight.sim.workload.FlowTable;
      import dev.inflight.sim.workload.Workload;

      /**
       * Each host sends to the next one.
       *
       * @param sizeBytes bytes of each flow, 1 or more
       */
      public record Pairs(long sizeBytes) implements Workload {
        public Pairs() {
          this(20_000);
        }

        public Pairs {
          if (sizeBytes < 1) {
            throw new IllegalArgumentException("size must be 1 byte or more");
          }
        }

        public String name() {
          return "pairs";
        }

        public void addTo(FlowTable flows, Topology topology, long seed) {
          int[] hosts = topology.hosts();
          for (int at = 0; at + 1 < hosts.length; at++) {
            flows.add(hosts[at], hosts[at + 1], 3, 200, sizeBytes, 0);
          }
        }
      }
      """;
  private static final String LINE = """
      package mine;

      import dev.inflight.net.topology.Topology;
      import dev.inflight.net.topology.TopologyGenerator;
      import dev.inflight.net.topology.name.Role;

      /** Two switches with hosts, and two cables between them. */
      public record Line(int hosts) implements TopologyGenerator {
        public static final Line DEFAULT = new Line(3);

        public String name() {
          return "line";
        }

        public Topology build() {
          var builder = new Topology.Builder();
          int first = builder.hosts(2 * hosts);
          int left = builder.switches(2, Role.of("center"));
          for (int host = 0; host < 2 * hosts; host++) {
            builder.link(first + host, left + host / hosts, 100_000_000_000L, 1_000_000);
          }
          builder.link(left, left + 1, 100_000_000_000L, 1_000_000);
          builder.link(left, left + 1, 100_000_000_000L, 1_000_000);
          return builder.build();
        }
      }
      """;
  private static final String LOWEST = """
      package mine;

      import dev.inflight.net.switching.queue.PortQueues;
      import dev.inflight.net.switching.queue.QueueDiscipline;

      /** The lowest queue first. */
      public record Lowest() implements QueueDiscipline {
        public String name() {
          return "lowest-first";
        }

        public PortQueues queues(boolean counted) {
          return new PortQueues(counted) {
            @Override
            public int choose(int ready) {
              return Integer.numberOfTrailingZeros(ready);
            }
          };
        }
      }
      """;
  private static final String FIRST = """
      package mine;

      import dev.inflight.net.balance.Routing;
      import dev.inflight.net.route.EcmpHash;
      import dev.inflight.net.route.PortChoice;

      /** The first of all ports, always. */
      public record FirstPort() implements Routing {
        public String name() {
          return "first-port";
        }

        public PortChoice choice(EcmpHash usual) {
          return (ports, flow, forward, entropy, node, isHost) -> 0;
        }
      }
      """;
  private static final String MARKS = """
      package mine;

      import dev.inflight.net.link.Packet;
      import dev.inflight.net.switching.ecn.EcnMarker;
      import dev.inflight.net.switching.ecn.EcnMarking;
      import dev.inflight.net.switching.ecn.MarkingRule;

      /** One data packet of so many. */
      public record EveryNth(int packets) implements MarkingRule {
        public static final EveryNth DEFAULT = new EveryNth(50);

        public String name() {
          return "every-nth";
        }

        public EcnMarking at(EcnMarking thresholds) {
          return (random, rateBitsPerSec) -> new EcnMarker() {
            private int seen;

            @Override
            public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
              return packet.kind.measured && ++seen % packets == 0;
            }
          };
        }
      }
      """;
  private static final String SMALL = """
      package mine;

      import dev.inflight.net.switching.pfc.PfcLimits;
      import dev.inflight.net.switching.pfc.PfcProfile;
      import dev.inflight.net.switching.pfc.StaticProfile;

      /** A low threshold. */
      public record Small(int xoffBytes) implements PfcProfile {
        public static final Small DEFAULT = new Small(20_000);

        public String name() {
          return "small";
        }

        public PfcLimits limits(Cable port, long nicRateBitsPerSec) {
          return new StaticProfile(xoffBytes, xoffBytes / 2, 2_000, 0).limits(port, nicRateBitsPerSec);
        }
      }
      """;
  private static final String FORMAT = """
      package mine;

      import dev.inflight.telemetry.DecodeStatus;
      import dev.inflight.telemetry.DecodedHeader;
      import dev.inflight.telemetry.EgressLink;
      import dev.inflight.telemetry.HeaderPlacement;
      import dev.inflight.telemetry.Hops;
      import dev.inflight.telemetry.PathQuery;
      import dev.inflight.telemetry.TelemetryFormat;
      import dev.inflight.telemetry.format.hpcc.NativeFormat;

      /** As native. */
      public record Alike() implements TelemetryFormat {
        public String name() {
          return "alike";
        }

        public HeaderPlacement placement() {
          return NativeFormat.DEFAULT.placement();
        }

        public int marker() {
          return 50_001;
        }

        public int reflectionCode() {
          return 15;
        }

        public int maxHops() {
          return NativeFormat.DEFAULT.maxHops();
        }

        public int sizeBytes(int hops) {
          return NativeFormat.DEFAULT.sizeBytes(hops);
        }

        public int begin(byte[] bytes, int offset, PathQuery question) {
          return NativeFormat.DEFAULT.begin(bytes, offset, question);
        }

        public Stamper stamper(EgressLink link) {
          return NativeFormat.DEFAULT.stamper(link);
        }

        public DecodeStatus read(byte[] bytes, int offset, int length, Hops into) {
          return NativeFormat.DEFAULT.read(bytes, offset, length, into);
        }

        public DecodedHeader describe(byte[] bytes, int offset, int length) {
          return NativeFormat.DEFAULT.describe(bytes, offset, length);
        }

        public int lengthBytes(byte[] bytes, int offset, int available) {
          return NativeFormat.DEFAULT.lengthBytes(bytes, offset, available);
        }

        public int displacedMarker(byte[] bytes, int offset) {
          return NativeFormat.DEFAULT.displacedMarker(bytes, offset);
        }
      }
      """;

  @TempDir
  private Path folder;
  private String code = "";

  @BeforeEach
  void write() throws IOException {
    for (String source : new String[] {PAIRS, LINE, LOWEST, FIRST, MARKS, SMALL, FORMAT}) {
      String name = source.replaceAll("(?s).*public record (\\w+)\\(.*", "$1");
      Sources.write(folder, "code/mine/" + name + ".java", source);
    }
    code = folder.resolve("code").toString();
  }

  private Program run(String out, String keys) throws IOException {
    Path scenario = Sources.write(folder, out + ".yaml", keys);
    return Program.run("run", scenario.toString(), "--with", code, "--out", folder.resolve(out).toString());
  }

  private String summary(String out) throws IOException {
    return Files.readString(folder.resolve(out).resolve("summary.json"));
  }

  @Test
  void eachKindIsNamedByAScenarioAndRuns() throws IOException {
    String common = "topology: line(hosts=2)\nflows: [pairs(size=30KB), 'incast(senders=3, size=50KB)']\n";
    Program run = run("all",
        common + "queues: lowest-first\nrouting: first-port\npfcProfile: small(xoff=30KB)\ntelemetry: alike\nscheme: hpcc\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("6 of 6 finished", "telemetry alike", "queues lowest-first", "routing first-port",
        "PFC profile small(xoff=30KB)");
    assertThat(Files.readString(folder.resolve("all/scenario.yaml")))
        .contains("gives: ['alike', 'first-port', 'line', 'lowest-first'," + " 'pairs', 'small']");
    assertThat(run("native", common + "queues: lowest-first\nrouting: first-port\npfcProfile: small(xoff=30KB)\n").exit())
        .isZero();
    String fingerprint = "(?s).*\"fingerprint\" : ([^,\\n]*).*";
    assertThat(summary("all").replaceAll(fingerprint, "$1")).as("the telemetry is alike")
        .isEqualTo(summary("native").replaceAll(fingerprint, "$1"));
    assertThat(Program.run("topology", "line(hosts=2)", "--with", code).out()).contains("4 hosts");
    assertThat(Program.run("list", "pairs", "--with", code).out()).contains("Each host sends to the next one.",
        "bytes of each flow", "in a scenario: flows: pairs(size=20KB)\n  ./inflight run SCENARIO --with " + code);
  }

  /** Marks of 4 flows of 100 packets each, through one switch. */
  @Test
  void ruleForMarksDecidesWithoutThresholds() throws IOException {
    String common = "topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nscheme: dctcp\n";
    Program run = run("marks", common + "marking: every-nth(packets=10)\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("marking every-nth(packets=10)", "ECN         40 packets marked of 400");
    assertThat(Files.readString(folder.resolve("marks/scenario.yaml"))).contains("marking: 'every-nth(packets=10)'")
        .doesNotContain("kmin");
    Program given = run("given", common + "marking: every-nth\necn: [{rate: 100Gbps, kmin: 1KB, kmax: 2KB, pmax: 1}]\n");
    assertThat(given.err()).contains("given.yaml:5: ecn changes nothing here: marking every-nth goes by no thresholds");
    assertThat(given.out()).contains("8 packets marked of 400");
    Sources.write(folder, "code/mine/EveryNth.java", MARKS.replace("% packets", "/ (packets - packets)"));
    Program broken = run("broken", common + "marking: every-nth\n");
    assertThat(broken.exit()).isEqualTo(2);
    assertThat(broken.err()).contains("the extension's class mine.EveryNth$1, method marks (EveryNth.java:",
        "has thrown java.lang.ArithmeticException: / by zero");
    assertThat(folder.resolve("broken/summary.json")).doesNotExist();
  }

  /** The rule marks each tenth packet that leaves, whether others are dropped, trimmed or paused. */
  @Test
  void ruleForMarksWorksWithoutPfc() throws IOException {
    String common = "topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nscheme: dctcp\nbuffer: 100KB\n"
        + "marking: every-nth(packets=10)\n";
    for (String admission : List.of("pfc: false\nrecovery: irn\n", "pfcPriorities: [5]\nrecovery: irn\n",
        "pfc: false\nrecovery: irn\nadmission: complete-sharing\n")) {
      Program run = run("lossy" + admission.replaceAll("\\W", ""), common + admission);
      assertThat(run.err()).as(admission).isEmpty();
      assertThat(run.out()).as(admission).contains("4 of 4 finished", "packets for lack of buffer",
          "ECN         40 packets marked");
    }
    Program trim = run("trim", common + "pfc: false\ntrim: true\nqueues: strict-dwrr\nrecovery: selective\n");
    assertThat(trim.err()).isEmpty();
    assertThat(trim.out()).contains("4 of 4 finished", "trimmed").containsPattern("ECN +[4-9][0-9] packets marked");
  }

  @Test
  void limitsOutOfRangeAreErrorsOfTheProfile() throws IOException {
    String common = "topology: star(hosts=5)\nflows: incast(senders=4, size=10KB)\npfcProfile: small\n";
    String limits = "new StaticProfile(xoffBytes, xoffBytes / 2, 2_000, 0).limits(port, nicRateBitsPerSec)";
    Sources.write(folder, "code/mine/Small.java", SMALL.replace(limits, "new PfcLimits(0, -1, 0, 1, 0, 0)"));
    Program negative = run("negative", common);
    assertThat(negative.exit()).isEqualTo(2);
    assertThat(negative.err()).contains("the extension's class mine.Small, method limits (Small.java:",
        "headroomBytes -1 bytes is below 0");
    Sources.write(folder, "code/mine/Small.java", SMALL.replace(limits, "null"));
    Program none = run("none", common);
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("none.yaml:3:13: pfcProfile small, class mine.Small: method limits returned null");
  }

  /** A port to a switch has another cable than the same port to a NIC: the response of switches counts. */
  @Test
  void limitsOfPortsToSwitchesAreCheckedToo() throws IOException {
    String limits = "new StaticProfile(xoffBytes, xoffBytes / 2, 2_000, 0).limits(port, nicRateBitsPerSec)";
    Sources.write(folder, "code/mine/Small.java", SMALL.replace(limits, "port.responsePs() == 300_000 ? null : " + limits));
    String common = "pfcProfile: small\npauseResponse: {switches: 300ns, nics: 0s}\nflows: permutation(size=10KB)\n";
    Program run = run("leaf", common + "topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)\n");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("leaf.yaml:1:13: pfcProfile small, class mine.Small: method limits returned null");
    assertThat(run("star", common + "topology: star(hosts=5)\n").err()).as("no such port").isEmpty();
  }

  @Test
  void exceptionsNameClassAndMethod() throws IOException {
    Sources.write(folder, "code/mine/Pairs.java", PAIRS.replace("int[] hosts = topology.hosts();", "int[] hosts = null;"));
    Program early = run("early", "topology: line\nflows: pairs\n");
    assertThat(early.exit()).isEqualTo(2);
    assertThat(early.err())
        .contains("the extension's class mine.Pairs, method addTo (Pairs.java:29), has thrown java.lang.NullPointer");
    Sources.write(folder, "code/mine/Pairs.java", PAIRS);
    Sources.write(folder, "code/mine/Lowest.java",
        LOWEST.replace("return Integer.numberOfTrailingZeros(ready);", "throw new IllegalStateException(\"no queue\");"));
    Program late = run("late", "topology: line\nflows: [pairs, 'incast(senders=3, size=50KB)']\nqueues: lowest-first\n");
    assertThat(late.exit()).isEqualTo(2);
    assertThat(late.err()).contains(
        "the extension's class mine.Lowest$1, method choose (Lowest.java:16), has thrown java.lang.IllegalStateException: no queue");
    assertThat(folder.resolve("late/FAILED")).exists();
    assertThat(folder.resolve("late/summary.json")).doesNotExist();
    Program value = run("value", "topology: line\nflows: pairs(size=0)\n");
    assertThat(value.err()).contains("value.yaml:2:8: size must be 1 byte or more");
  }
}
