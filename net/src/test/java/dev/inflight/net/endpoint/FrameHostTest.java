package dev.inflight.net.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.TestNet;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two ends in two loops on two threads: the second gets all information about a flow as bytes. */
class FrameHostTest {
  private static final long MEMORY = 0x10_0000;
  private static final long ROOM = 1L << 30;

  static Stream<TwoHosts.Rules> rules() {
    var all = new ArrayList<TwoHosts.Rules>();
    long seed = 1; // with packets lost in each run with losses
    long seedOfReports = 101;
    for (Recovery recovery : new Recovery[] {GoBackN.DEFAULT, Irn.DEFAULT}) {
      for (Scheme scheme : new Scheme[] {FixedWindow.DEFAULT, Swift.DEFAULT, Rccc.DEFAULT, Hpcc.DEFAULT}) {
        for (double loss : new double[] {0, 0.001, 0.05}) {
          Framing framing = seed % 2 == 0 ? Framing.ROCEV2 : Framing.ROCEV2_IPV6;
          all.add(new TwoHosts.Rules(framing, scheme, recovery, scheme == Hpcc.DEFAULT && seed % 2 == 0, loss, seed++));
        }
      }
      for (double loss : new double[] {0, 0.05}) {
        for (FeedbackPath reports : FeedbackPaths.EVERY) {
          for (TelemetryPackets carrier : new TelemetryPackets[] {OneIn.DEFAULT,
              new Probes(3 * TwoHosts.US, Probes.First.AT_ONCE, Probes.Rtt.BASE)}) {
            all.add(new TwoHosts.Rules(Framing.ROCEV2, Hpcc.DEFAULT, recovery, true, loss, seedOfReports++, carrier, reports));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void plainFlowsArriveWhole(TwoHosts.Rules rules) throws Exception {
    var hosts = new TwoHosts(rules);
    long[] sizes = {1, 999, 1000, 1001, 50_000, 300_007, 1_000_000, 2000};
    for (int flow = 0; flow < sizes.length; flow++) {
      hosts.flow(flow % 2, flow, sizes[flow], flow * 3 * TwoHosts.US);
    }
    hosts.run();
    for (TwoHosts.Side side : hosts.sides) {
      TwoHosts.Side other = hosts.sides[1 - side.node];
      if (rules.loss() == 0) { // otherwise packets come before their flow's first, and belong to no flow
        assertThat(side.endpoint.unreadable()).isZero();
      }
      assertThat(side.deliveredTwice).isZero();
      for (int flow = side.node; flow < sizes.length; flow += 2) {
        int id = flow;
        assertThat(side.finished).as("flow %d of host %d", flow, side.node).anyMatch(line -> line.startsWith(id + " at "));
        assertThat(other.delivered.get(flow))
            .containsExactlyElementsOf(LongStream.range(0, Math.ceilDiv(sizes[flow], TwoHosts.PAYLOAD)).boxed().toList());
      }
      long bytes = LongStream.range(0, sizes.length).filter(flow -> flow % 2 == side.node).map(flow -> sizes[(int) flow]).sum();
      assertThat(other.endpoint.counters().deliveredBytes).isEqualTo(bytes);
      assertThat(side.endpoint.counters().forgedReports).isZero();
      if (rules.loss() == 0) {
        assertThat(other.endpoint.counters().probesTaken).isEqualTo(side.endpoint.counters().probes);
        assertThat(side.endpoint.counters().notifications).isEqualTo(other.endpoint.counters().notificationsSent);
        assertThat(side.endpoint.counters().probes > 0).isEqualTo(rules.carrier() instanceof Probes);
      }
    }
    assertThat(hosts.sides[0].lost + hosts.sides[1].lost > 0).isEqualTo(rules.loss() > 0);
  }

  /** Without losses, bytes between threads and objects in one loop give the same times, to the picosecond. */
  @ParameterizedTest
  @MethodSource("rules")
  void withoutLossesFlowsEndWhenTheyDoInOneSimulation(TwoHosts.Rules rules) throws Exception {
    var lossless = new TwoHosts.Rules(Framing.ROCEV2, rules.scheme(), rules.recovery(), false, 0, rules.seed());
    var hosts = new TwoHosts(lossless);
    var links = new Topology.Builder();
    links.link(links.hosts(2), 1, TwoHosts.RATE, TwoHosts.DELAY_PS);
    TestNet net = TestNet.of(links.build()).scheme(rules.scheme());
    net.recovery = rules.recovery();
    net.retransmitTimeoutPs = 1000 * TwoHosts.US;
    net.build();
    PathFacts path = rules.path();
    for (int id = 0; id < 8; id++) {
      long startPs = id * 3 * TwoHosts.US;
      hosts.flow(id % 2, id, 100_000 + 777 * id, startPs);
      var flow = new Flow(id, id % 2, 1 - id % 2, 10_000 + id, 4791, 3, 100_000 + 777 * id, startPs);
      net.at(startPs, () -> net.fabric.start(flow, rules.scheme().start(path), rules.scheme().pacing(), path, startPs));
    }
    hosts.run();
    net.run();
    var apart = new ArrayList<String>();
    for (TwoHosts.Side side : hosts.sides) {
      apart.addAll(side.finished);
    }
    assertThat(apart).hasSize(8).containsExactlyInAnyOrderElementsOf(
        IntStream.range(0, 8).mapToObj(n -> net.finished.get(n).flow().id() + " at " + net.finishedPs.get(n)).toList());
  }

  /** The application of an end: posts, and records its events. */
  private static final class Application implements QueuePairListener, QueuePairConnection.Controls {
    final List<String> diary = new ArrayList<>();
    final TwoHosts.Rules rules;

    Application(TwoHosts.Rules rules) {
      this.rules = rules;
    }

    @Override
    public void completed(QueuePair queuePair, Operation operation, long nowPs) {
      diary.add(operation.kind() + " " + operation.id() + " " + operation.status());
      if (queuePair.incomplete() == 0) {
        queuePair.close(nowPs);
      }
    }

    @Override
    public void closed(QueuePair queuePair, long nowPs) {
      diary.add("closed");
    }

    @Override
    public PathFacts path(Flow stream, long lineRateBitsPerSec) {
      return rules.path();
    }

    @Override
    public CongestionControl start(Flow stream, PathFacts path) {
      return rules.ofSenders().start(path);
    }

    @Override
    public Pacing pacing() {
      return rules.scheme().pacing();
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void writesAndReadsComplete(TwoHosts.Rules rules) throws Exception {
    var hosts = new TwoHosts(rules);
    var asking = new Application(rules);
    var asked = new Application(rules);
    int key = hosts.sides[1].endpoint.connections().memory().register(MEMORY, ROOM, true, true).key();
    hosts.sides[1].endpoint.connections().acceptor(_ -> new ConnectionListener.Acceptance(asked, asked));
    var expected = new ArrayList<String>();
    hosts.sides[0].at(0, () -> {
      QueuePair queuePair = hosts.sides[0].endpoint.connect(40, new QueuePairConnection.Request(0, 1, 20_000, 20_001, 3), asking,
          asking, 0);
      long[] sizes = {1, 5000, 1000, 200_001, 40, 7, 123_456, 2_000};
      for (int n = 0; n < 60; n++) {
        long bytes = sizes[n % sizes.length];
        if (n % 3 == 2) {
          queuePair.read(n, MEMORY + n, key, bytes, 0);
        } else {
          queuePair.write(n, MEMORY + n, key, bytes, 0);
        }
        expected.add((n % 3 == 2 ? "READ " : "WRITE ") + n + " SUCCESS");
      }
    });
    hosts.run();
    assertThat(asking.diary.subList(0, asking.diary.size() - 1)).isEqualTo(expected);
    assertThat(asking.diary.getLast()).isEqualTo("closed");
    assertThat(asked.diary).containsExactly("closed");
    for (TwoHosts.Side side : hosts.sides) {
      assertThat(side.endpoint.unreadable()).isZero();
      assertThat(side.deliveredTwice).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("rules")
  void memoryErrorFailsAtTheRequester(TwoHosts.Rules rules) throws Exception {
    var hosts = new TwoHosts(rules);
    var asking = new Application(rules);
    var asked = new Application(rules);
    int key = hosts.sides[1].endpoint.connections().memory().register(MEMORY, 10_000, true, false).key();
    hosts.sides[1].endpoint.connections().acceptor(_ -> new ConnectionListener.Acceptance(asked, asked));
    hosts.sides[0].at(0, () -> {
      QueuePair queuePair = hosts.sides[0].endpoint.connect(40, new QueuePairConnection.Request(0, 1, 20_000, 20_001, 3), asking,
          asking, 0);
      queuePair.write(1, MEMORY, key, 10_000, 0);
      queuePair.write(2, MEMORY + 1, key, 10_000, 0);
      queuePair.read(3, MEMORY, key, 1000, 0);
    });
    hosts.run();
    assertThat(asking.diary).containsExactly("WRITE 1 SUCCESS", "WRITE 2 REMOTE_ACCESS_ERROR", "READ 3 FLUSHED", "closed");
  }
}
