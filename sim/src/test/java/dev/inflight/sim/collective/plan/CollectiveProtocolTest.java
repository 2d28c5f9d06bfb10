package dev.inflight.sim.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.RailOptimised;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.job.CollectiveResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What collectives take by the latencies of NCCL's tuner beside what they take on the network. */
class CollectiveProtocolTest {
  private static final long GBPS = 1_000_000_000L;

  private static CollectiveResult run(int servers, String algorithm, CollectiveProtocol protocol, long sizeBytes) {
    var setup = new SetupBuilder();
    setup.topology = new RailOptimised(1, servers, 8, 1, 400 * GBPS, 400 * GBPS, 3600 * GBPS, 500_000, 25_000).build();
    setup.scheme = NoControl.DEFAULT;
    setup.payloadBytes = 8192;
    setup.samplePeriodPs = 1_000_000_000_000L;
    new CollectiveTraffic(CollectiveKind.ALL_REDUCE, algorithm, sizeBytes, 1, 0, 0, protocol, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    simulation.run();
    CollectiveResult result = simulation.jobs().collectives().getFirst();
    assertThat(result.isComplete()).isTrue();
    return result;
  }

  private static double addedUs(int servers, String algorithm, CollectiveProtocol protocol, long sizeBytes) {
    CollectiveResult with = run(servers, algorithm, protocol, sizeBytes);
    CollectiveResult without = run(servers, algorithm, CollectiveProtocol.NONE, sizeBytes);
    return (with.endPs() - with.startPs() - (without.endPs() - without.startPs())) / 1e6;
  }

  /**
   * Of a small buffer: the base, and a latency for each hop of the way that takes longest. In a ring over two servers the slowest part leaves out two
   * hops inside a server, in two trees a sum goes 7 hops up a chain and one over, and back.
   */
  @ParameterizedTest
  @CsvSource({"1, ring, LL, 15.0", "1, ring, LL128, 40.6", "1, ring, SIMPLE, 56.0", "2, ring, LL, 33.0", "2, ring, LL128, 79.4",
      "2, ring, SIMPLE, 213.92", "2, double-tree, LL128, 48.5"})
  void smallOnesTakeTheLatenciesOfTheTuner(int servers, String algorithm, CollectiveProtocol protocol, double us) {
    assertThat(addedUs(servers, algorithm, protocol, 1000L * 8 * servers)).isCloseTo(us, within(0.05 * us));
  }

  /** Of a large buffer: twice the bytes with LL, and 1/15 more with LL128. */
  @Test
  void largeOnesTakeTheBytesOfTheProtocol() {
    CollectiveResult plain = run(1, "ring", CollectiveProtocol.SIMPLE, 64_000_000);
    CollectiveResult flags = run(1, "ring", CollectiveProtocol.LL, 64_000_000);
    assertThat((double) (flags.endPs() - flags.startPs()) / (plain.endPs() - plain.startPs())).isBetween(1.6, 2.0);
    assertThat(flags.collective().sizeBytes()).isEqualTo(64_000_000);
    assertThat(CollectiveProtocol.LL128.wireBytes(1200)).isEqualTo(1280);
    assertThat(CollectiveProtocol.NONE.wireBytes(1200)).isEqualTo(1200);
  }
}
