package dev.inflight.sim.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.RailOptimised;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.Servers;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerBandwidthTest {
  private static final long GBPS = 1_000_000_000L;
  private static final int PAYLOAD = 8192;

  static final class Run {
    final CollectiveResult result;
    final double boundPs;

    Run(int servers, int gpus, long insideGbps, CollectiveKind kind, String algorithm, long sizeBytes) {
      var setup = new SetupBuilder();
      setup.topology = new RailOptimised(1, servers, gpus, 1, 400 * GBPS, 400 * GBPS, insideGbps * GBPS, 500_000, 25_000).build();
      setup.scheme = NoControl.DEFAULT;
      setup.payloadBytes = PAYLOAD;
      setup.samplePeriodPs = 1_000_000_000_000L;
      new CollectiveTraffic(kind, algorithm, sizeBytes, 0, 0, 0, 0, 1, CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "",
          0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
      boundPs = boundPs(setup.topology, setup.flows.jobs().getFirst());
      var simulation = new Simulation(setup.build(), Recorder.NONE);
      simulation.run();
      result = simulation.jobs().collectives().getFirst();
    }

    /** What the busiest link takes for the frames of messages, and of acknowledgements of those that come the other way. */
    private static double boundPs(Topology topology, Job job) {
      Servers servers = Servers.of(topology);
      OperationGraph graph = job.graph();
      double[][] bytes = new double[4][topology.nodeCount()]; // inside: sent, received; outside: sent, received
      for (int operation = 0; operation < graph.operations(); operation++) {
        if (graph.kind(operation) == OperationGraph.Kind.SEND) {
          int from = job.host(operation);
          int to = job.destination(operation);
          int links = servers.serverOf(from) == servers.serverOf(to) ? 0 : 2;
          double packets = Math.ceil(graph.sizeBytes(operation) / (double) PAYLOAD);
          double data = graph.sizeBytes(operation) + packets * (62 + Framing.ROCEV2.gapBytes());
          double acks = packets * (64 + Framing.ROCEV2.gapBytes());
          bytes[links][from] += data;
          bytes[links + 1][to] += data;
          bytes[links][to] += acks;
          bytes[links + 1][from] += acks;
        }
      }
      double most = 0;
      for (int host : topology.hosts()) {
        most = Math.max(most, Math.max(bytes[0][host], bytes[1][host]) * 8e12 / servers.insideBitsPerSec(host));
        most = Math.max(most, Math.max(bytes[2][host], bytes[3][host]) * 8e12 / servers.outsideBitsPerSec(host));
      }
      return most;
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 8, 3600, all-reduce, ring, 256", "2, 8, 3600, all-reduce, double-tree, 256",
      "2, 8, 3600, all-reduce, hierarchical, 256", "2, 8, 3600, all-to-all, pairwise-pxn, 256",
      "2, 8, 3600, all-gather, ring, 256", "2, 8, 3600, all-gather, hierarchical, 256",
      "2, 8, 3600, reduce-scatter, hierarchical, 256", "2, 8, 3600, broadcast, ring, 256", "2, 8, 3600, reduce, ring, 256",
      "8, 8, 3600, all-reduce, ring, 256", "8, 8, 3600, all-reduce, double-tree, 64", "8, 8, 3600, all-reduce, hierarchical, 64",
      "8, 8, 3600, all-to-all, pairwise-pxn, 64", "3, 8, 3600, all-reduce, hierarchical, 64",
      "2, 8, 3600, all-to-all, pairwise, 64", "2, 8, 1600, all-reduce, hierarchical, 256",
      "2, 8, 1600, all-reduce, double-tree, 256"})
  void isNearItsBound(int servers, int gpus, long insideGbps, String op, String algorithm, long sizeMb) {
    CollectiveKind kind = CollectiveKind.valueOf(op.toUpperCase(Locale.ROOT).replace('-', '_'));
    long before = System.nanoTime();
    var run = new Run(servers, gpus, insideGbps, kind, algorithm, sizeMb * 1_000_000);
    double takenPs = run.result.endPs() - run.result.startPs();
    System.out.printf("XX %d x %d, %d, %s %s %d MB: %.1f us, bound %.1f us, %.1f %%, busbw %.1f Gb/s, %.1f s%n", servers, gpus,
        insideGbps, op, algorithm, sizeMb, takenPs / 1e6, run.boundPs / 1e6, 100 * run.boundPs / takenPs,
        run.result.busBitsPerSec() / 1e9, (System.nanoTime() - before) / 1e9);
    assertThat(run.result.isComplete()).isTrue();
  }
}
