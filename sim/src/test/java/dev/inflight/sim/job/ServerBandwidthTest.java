package dev.inflight.sim.job;

import dev.inflight.sim.job.state.CollectiveResult;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.Servers;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collectives on idle servers on rails compared with their closed forms: large ones take the time of the busiest link, plus the waits of a
 * first and a last chunk; small ones a sum of hops. Links are 400 Gb/s and 500 ns outside, 3.6 Tb/s and 25 ns inside a server, as of H100;
 * senders send at line rate, packets carry 8192 bytes.
 */
class ServerBandwidthTest {
  private static final long GBPS = 1_000_000_000L;
  private static final int PAYLOAD = 8192;
  private static final long INSIDE = 3600 * GBPS;
  private static final long OUTSIDE = 400 * GBPS;
  private static final double FRAME_BYTES = 62;
  private static final double ACK_BYTES = 64;
  private static final double GAP_BYTES = Framing.ROCEV2.gapBytes();

  private static final class Run {
    final CollectiveResult result;
    final double busyPs;

    Run(Topology topology, CollectiveKind kind, String algorithm, long sizeBytes) {
      this(topology, kind, algorithm, sizeBytes, 0);
    }

    Run(Topology topology, CollectiveKind kind, String algorithm, long sizeBytes, long chunkBytes) {
      var setup = new SetupBuilder();
      setup.topology = topology;
      setup.scheme = NoControl.DEFAULT;
      setup.payloadBytes = PAYLOAD;
      setup.bufferBytes = Math.max(setup.bufferBytes, 200_000L * topology.hostCount());
      setup.samplePeriodPs = 1_000_000_000_000L;
      new CollectiveTraffic(kind, algorithm, sizeBytes, 0, chunkBytes, 0, CollectiveProtocol.NONE, false, 0, 1,
          CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
      busyPs = busyPs(setup.topology, setup.flows.jobs().getFirst());
      var simulation = new Simulation(setup.build(), Recorder.NONE);
      simulation.run();
      result = simulation.jobs().collectives().getFirst();
      assertThat(result.isComplete()).isTrue();
      assertThat(result.collective().algorithm()).isEqualTo(algorithm);
    }

    double takenPs() {
      return result.endPs() - result.startPs();
    }

    /** Time of a host's busiest link for the frames of messages, and for acknowledgements of those in the other direction. */
    private static double busyPs(Topology topology, Job job) {
      Servers servers = Servers.of(topology);
      OperationGraph graph = job.graph();
      double[][] bytes = new double[4][topology.nodeCount()]; // inside: sent, received; outside: sent, received
      for (int operation = 0; operation < graph.operations(); operation++) {
        if (graph.kind(operation) == OperationGraph.Kind.SEND) {
          int from = job.host(operation);
          int to = job.destination(operation);
          int links = servers.serverOf(from) == servers.serverOf(to) ? 0 : 2;
          double packets = Math.ceil(graph.sizeBytes(operation) / (double) PAYLOAD);
          double data = graph.sizeBytes(operation) + packets * (FRAME_BYTES + GAP_BYTES);
          double acks = packets * (ACK_BYTES + GAP_BYTES);
          bytes[links][from] += data;
          bytes[links + 1][to] += data;
          bytes[links][to] += acks;
          bytes[links + 1][from] += acks;
        }
      }
      double most = 0;
      for (int host : topology.hosts()) {
        double inside = Math.max(bytes[0][host], bytes[1][host]);
        double outside = Math.max(bytes[2][host], bytes[3][host]);
        most = Math.max(most, inside == 0 ? 0 : inside * 8e12 / servers.insideBitsPerSec(host));
        most = Math.max(most, outside * 8e12 / servers.outsideBitsPerSec(host));
      }
      return most;
    }
  }

  private static Topology rails(int servers, int gpus, long insideBitsPerSec) {
    return new RailOptimized(1, servers, gpus, 1, OUTSIDE, OUTSIDE, insideBitsPerSec, 500_000, 25_000).build();
  }

  private static CollectiveKind kind(String words) {
    return CollectiveKind.valueOf(words.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** For large sizes the time is that of the busiest link: within 2 %, and never less. */
  @ParameterizedTest
  @CsvSource({"2, 8, 3600, all-reduce, ring, 64", "2, 8, 1600, all-reduce, ring, 64", "2, 8, 3600, all-reduce, double-tree, 128",
      "2, 8, 3600, all-gather, ring, 64", "2, 8, 3600, reduce-scatter, ring, 64", "2, 8, 3600, gather, direct, 64",
      "2, 8, 3600, scatter, pairwise, 64", "2, 8, 3600, all-reduce, hierarchical, 64", "2, 8, 3600, all-to-all, pairwise-pxn, 64",
      "1, 8, 3600, all-to-all, pairwise, 64", "1, 8, 3600, all-reduce, ring, 64", "1, 8, 3600, all-reduce, direct, 64",
      "1, 8, 3600, all-gather, ring, 64"})
  void largeOnesTakeTheTimeOfTheBusiestLink(int servers, int gpus, long insideGbps, String op, String algorithm, long sizeMb) {
    var run = new Run(rails(servers, gpus, insideGbps * GBPS), kind(op), algorithm, sizeMb * 1_000_000);
    assertThat(run.takenPs() / run.busyPs).isBetween(1.0, 1.02);
  }

  /**
   * Collectives that have to fill a pipeline before the busiest link is at work, in chunks that are small compared with the buffer: the
   * phases of a hierarchy, and the chain of a broadcast. With the usual chunks of these sizes the fill takes up to 8 %.
   */
  @ParameterizedTest
  @CsvSource({"2, 8, all-gather, hierarchical, 128, 64", "2, 8, reduce-scatter, hierarchical, 128, 64",
      "2, 8, all-reduce, nvls, 128, 32", "1, 8, all-reduce, nvls, 128, 32"})
  void smallChunksFillThePipeline(int servers, int gpus, String op, String algorithm, long sizeMb, long chunkKb) {
    var run = new Run(rails(servers, gpus, INSIDE), kind(op), algorithm, sizeMb * 1_000_000, chunkKb << 10);
    assertThat(run.takenPs() / run.busyPs).isBetween(1.0, 1.02);
  }

  /** On 256 ranks an all-reduce by NVLink SHARP has messages of 32 KiB between servers with 512 MB. */
  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"32, 8, all-reduce, nvls, 512, 32"})
  void smallChunksFillThePipelineOfMoreServers(int servers, int gpus, String op, String algorithm, long sizeMb, long chunkKb) {
    smallChunksFillThePipeline(servers, gpus, op, algorithm, sizeMb, chunkKb);
  }

  /** On hosts of one switch the busiest link is that of any rank; halving and doubling waits in each of its steps for a hop. */
  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"256, all-reduce, halving-doubling, 64", "256, all-gather, halving-doubling, 64",
      "256, reduce-scatter, halving-doubling, 64", "256, all-to-all, pairwise, 256", "256, all-gather, direct, 64",
      "1024, all-reduce, halving-doubling, 64"})
  void largeOnesOnALargeStar(int ranks, String op, String algorithm, long sizeMb) {
    var run = new Run(new Star(ranks, OUTSIDE, 500_000).build(), kind(op), algorithm, sizeMb * 1_000_000);
    assertThat(run.takenPs() / run.busyPs).isBetween(1.0, 1.02);
  }

  /** In one piece the phases of a hierarchy follow each other: in the server, on the rail by halving and doubling, in the server. */
  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"32, 8, 64", "128, 8, 64"})
  void aHierarchyInOnePieceTakesItsPhases(int servers, int gpus, long sizeMb) {
    long sizeBytes = sizeMb * 1_000_000;
    var run = new Run(rails(servers, gpus, INSIDE), CollectiveKind.ALL_REDUCE, "hierarchical", sizeBytes, sizeBytes);
    long part = sizeBytes / gpus;
    double closedPs = 2 * ((gpus - 1) * linePs(part, INSIDE) + hopPs(0, INSIDE, 25_000));
    for (int distance = 1; distance < servers; distance *= 2) {
      closedPs += 2 * outsidePs(part * distance / servers);
    }
    assertThat(run.takenPs() / closedPs).isBetween(0.98, 1.02);
  }

  /** If the switch sums, a link carries 1 + 1/n of the buffer each way (the factor of NCCL's tests for all-reduces in the network). */
  @ParameterizedTest
  @CsvSource({"8, 64", "4, 64"})
  void theSwitchOfAServerSums(int gpus, long sizeMb) {
    long sizeBytes = sizeMb * 1_000_000;
    var run = new Run(rails(1, gpus, INSIDE), CollectiveKind.ALL_REDUCE, "nvls", sizeBytes, 32 << 10);
    double acksPs = Math.ceil(sizeBytes * (gpus + 1.0) / gpus / PAYLOAD) * (ACK_BYTES + GAP_BYTES) * 8e12 / INSIDE;
    assertThat(run.takenPs() / (linePs(sizeBytes * (gpus + 1) / gpus, INSIDE) + acksPs)).isBetween(1.0, 1.02);
    var direct = new Run(rails(1, gpus, INSIDE), CollectiveKind.ALL_REDUCE, "hierarchical", sizeBytes);
    assertThat(run.takenPs() / direct.takenPs()).isCloseTo((gpus + 1) / (2.0 * (gpus - 1)), within(0.02));
  }

  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"8, 8, 3600, all-reduce, ring, 256", "3, 8, 3600, all-reduce, ring, 256", "2, 8, 3600, all-reduce, ring, 1000",
      "32, 4, 3600, all-reduce, ring, 256", "2, 8, 1600, all-reduce, double-tree, 256", "8, 8, 3600, all-gather, ring, 256",
      "8, 8, 3600, reduce-scatter, ring, 256", "8, 8, 3600, all-to-all, pairwise-pxn, 128", "32, 8, 3600, all-reduce, ring, 256",
      "32, 8, 3600, all-gather, ring, 256", "32, 8, 3600, reduce-scatter, ring, 256",
      "32, 8, 3600, all-to-all, pairwise-pxn, 64"})
  void largeOnesOfMoreServers(int servers, int gpus, long insideGbps, String op, String algorithm, long sizeMb) {
    largeOnesTakeTheTimeOfTheBusiestLink(servers, gpus, insideGbps, op, algorithm, sizeMb);
  }

  /** Time from one host to the next over a store-and-forward switch. */
  private static double hopPs(long bytes, long rateBitsPerSec, long delayPs) {
    return linePs(bytes, rateBitsPerSec) + linePs(Math.min(bytes, PAYLOAD), rateBitsPerSec) + 2 * delayPs;
  }

  private static double linePs(long bytes, long rateBitsPerSec) {
    return (bytes + Math.ceil(bytes / (double) PAYLOAD) * (FRAME_BYTES + GAP_BYTES)) * 8e12 / rateBitsPerSec;
  }

  private static double outsidePs(long bytes) {
    return hopPs(bytes, OUTSIDE, 500_000);
  }

  private static double insidePs(long bytes) {
    return hopPs(bytes, INSIDE, 25_000);
  }

  /**
   * For small sizes the time is a sum of hops, and that of the last acknowledgement. In a ring a part goes twice round but for two hops;
   * the slowest part leaves out two inside a server. In trees a sum goes up the chain of a server and the levels over servers, and down
   * again; at all levels but the highest two children share a link.
   */
  @ParameterizedTest
  @CsvSource({"1, 8, ring", "2, 8, ring", "8, 8, ring", "8, 8, double-tree", "16, 4, double-tree"})
  void smallOnesOnRailsTakeTheTimeOfTheirHops(int servers, int gpus, String algorithm) {
    smallOnesOnRails(servers, gpus, algorithm);
  }

  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"32, 8, ring", "32, 8, double-tree", "128, 8, double-tree"})
  void smallOnesOfMoreServers(int servers, int gpus, String algorithm) {
    smallOnesOnRails(servers, gpus, algorithm);
  }

  private static void smallOnesOnRails(int servers, int gpus, String algorithm) {
    int ranks = servers * gpus;
    long sizeBytes = algorithm.equals("ring") ? 1000L * ranks : 64_000; // a tree's half in one chunk
    var run = new Run(rails(servers, gpus, INSIDE), CollectiveKind.ALL_REDUCE, algorithm, sizeBytes);
    double closedPs = algorithm.equals("ring") ? ringPs(servers, ranks) : treesPs(servers, gpus, sizeBytes / 2);
    assertThat(run.takenPs() / closedPs).isBetween(0.95, 1.05);
  }

  private static double ringPs(int servers, int ranks) {
    int outside = servers == 1 ? 0 : 2 * servers;
    return outside * outsidePs(1000) + (2 * (ranks - 1) - outside) * insidePs(1000) + (servers == 1 ? 50_000 : 1_000_000);
  }

  private static double treesPs(int servers, int gpus, long bytes) {
    int levels = 31 - Integer.numberOfLeadingZeros(servers);
    return 2 * (levels * outsidePs(bytes) + (levels - 1) * linePs(bytes, OUTSIDE) + (gpus - 1) * insidePs(bytes)) + 50_000;
  }

  /**
   * Small sizes on hosts of one switch; partners of halving and doubling exchange a part of the buffer as large as their distance is of the
   * number of ranks.
   */
  @ParameterizedTest
  @CsvSource({"8, ring", "64, ring", "8, halving-doubling", "64, halving-doubling"})
  void smallOnesOnAStarTakeTheTimeOfTheirHops(int ranks, String algorithm) {
    smallOnesOnAStar(ranks, algorithm);
  }

  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"256, ring", "512, ring", "1024, ring", "256, halving-doubling", "1024, halving-doubling"})
  void smallOnesOnALargeStar(int ranks, String algorithm) {
    smallOnesOnAStar(ranks, algorithm);
  }

  private static void smallOnesOnAStar(int ranks, String algorithm) {
    long sizeBytes = 1000L * ranks;
    var run = new Run(new Star(ranks, OUTSIDE, 500_000).build(), CollectiveKind.ALL_REDUCE, algorithm, sizeBytes);
    double closedPs = 1_000_000;
    if (algorithm.equals("ring")) {
      closedPs += 2 * (ranks - 1) * outsidePs(1000);
    }
    for (int distance = 1; distance < ranks && !algorithm.equals("ring"); distance *= 2) {
      closedPs += 2 * outsidePs(sizeBytes * distance / ranks);
    }
    assertThat(run.takenPs() / closedPs).isBetween(0.95, 1.05);
  }
}
