package dev.inflight.sim.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time of collectives by the latencies of NCCL's tuner, besides that on the network. */
class CollectiveProtocolTest {
  private static final long GBPS = 1_000_000_000L;

  private static CollectiveResult run(int servers, String algorithm, CollectiveProtocol protocol, long sizeBytes) {
    return run(servers, algorithm, protocol, false, 1, sizeBytes);
  }

  private static CollectiveResult run(int servers, String algorithm, CollectiveProtocol protocol, boolean kernels, int channels,
      long sizeBytes) {
    var setup = new SetupBuilder();
    setup.topology = new RailOptimized(1, servers, 8, 1, 400 * GBPS, 400 * GBPS, 3600 * GBPS, 500_000, 25_000).build();
    setup.scheme = NoControl.DEFAULT;
    setup.payloadBytes = 8192;
    setup.samplePeriodPs = 1_000_000_000_000L;
    new CollectiveTraffic(CollectiveKind.ALL_REDUCE, algorithm, sizeBytes, channels, 0, 0, protocol, kernels, 0, 1,
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
   * For a small buffer: the base, and a latency for each hop of the longest way. In a ring over two servers the slowest part leaves out two
   * hops inside a server, in two trees a sum goes 7 hops up a chain and one over, and back.
   */
  @ParameterizedTest
  @CsvSource({"1, ring, LL, 15.0", "1, ring, LL128, 40.6", "1, ring, SIMPLE, 56.0", "2, ring, LL, 33.0", "2, ring, LL128, 79.4",
      "2, ring, SIMPLE, 213.92", "2, double-tree, LL128, 48.5"})
  void smallOnesTakeTheLatenciesOfTheTuner(int servers, String algorithm, CollectiveProtocol protocol, double us) {
    assertThat(addedUs(servers, algorithm, protocol, 1000L * 8 * servers)).isCloseTo(us, within(0.05 * us));
  }

  /**
   * A kernel works on one slice at a time, so its time adds to the link's: in each of 14 steps of a ring two halves of a chunk, or one for
   * each MiB; of LL128 one slice, and 50 ps a byte before it can be forwarded, while other channels have the link; by the switch once in
   * each of both phases.
   */
  @ParameterizedTest
  @CsvSource({"ring, SIMPLE, 1, 8000000, 168.0", "ring, SIMPLE, 1, 32000000, 336.0", "ring, LL128, 1, 2400000, 252.0",
      "nvls, SIMPLE, 1, 1000000, 12.0", "nvls, SIMPLE, 1, 16000000, 48.0"})
  void kernelsTakeTheirTimeForEachSlice(String algorithm, CollectiveProtocol protocol, int channels, long sizeBytes, double us) {
    double baseUs = algorithm.equals("nvls") ? 25 : protocol == CollectiveProtocol.LL128 ? 14 : 8.4;
    double sentBytes = algorithm.equals("nvls") ? sizeBytes * 9 / 8.0 : protocol.wireBytes(sizeBytes) * 14 / 8.0;
    double lineUs = sentBytes * 8 * (8192 + 62 + 20) / 8192 / 3.6e6;
    CollectiveResult result = run(1, algorithm, protocol, true, channels, sizeBytes);
    assertThat((result.endPs() - result.startPs()) / 1e6).isCloseTo(baseUs + us + lineUs, within(0.05 * (baseUs + us + lineUs)));
  }

  /** NCCL's chunks where the switch sums: 16 channels, 8 GPUs, 16 to 128 KiB. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2097153, 2", "8388607, 4", "8388608, 2", "67108863, 16", "67108864, 8", "1073741823, 128",
      "1073741824, 64"})
  void chunksOfTheSwitchGrowWithTheBuffer(long sizeBytes, int pieces) {
    var servers = ServerGroups.of(8, _ -> 0, member -> member);
    var plan = new ChannelPlan(servers, 0, 0, 0, CollectiveProtocol.SIMPLE, true);
    assertThat(plan.switchPieces(sizeBytes)).isEqualTo(pieces);
  }

  /** NCCL's chunks between the switches of servers: 16 channels, 8 GPUs, 32 to 128 KiB, from four servers on at most 64 KiB. */
  @ParameterizedTest
  @CsvSource({"2, 4194305, 2", "2, 8388607, 2", "2, 8388608, 1", "2, 67108863, 8", "2, 67108864, 4", "4, 8388607, 2",
      "4, 67108864, 8"})
  void chunksBetweenSwitchesGrowWithTheBuffer(int count, long sizeBytes, int pieces) {
    var servers = ServerGroups.of(count * 8, member -> member / 8, member -> member % 8);
    var plan = new ChannelPlan(servers, 0, 0, 0, CollectiveProtocol.SIMPLE, false);
    assertThat(plan.switchPieces(sizeBytes)).isEqualTo(pieces);
  }

  /** Kernels have a protocol, forward around a ring or by a switch, and write to the GPUs of their own server. */
  @ParameterizedTest
  @CsvSource({"1, ring, NONE, protocol is none", "1, direct, SIMPLE, not direct; remove kernels",
      "2, ring, SIMPLE, these are in 2", "1, nvls, LL128, needs protocol=simple"})
  void kernelsAreRefusedElsewhere(int servers, String algorithm, CollectiveProtocol protocol, String why) {
    assertThatThrownBy(() -> run(servers, algorithm, protocol, true, 0, 1_000_000)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void slicesFitTheSlotOfAKernel() {
    var setup = new SetupBuilder();
    setup.topology = new RailOptimized(1, 1, 8, 1, 400 * GBPS, 400 * GBPS, 3600 * GBPS, 500_000, 25_000).build();
    var traffic = new CollectiveTraffic(CollectiveKind.ALL_REDUCE, "ring", 1 << 30, 0, 614_401, 0, CollectiveProtocol.LL128, true,
        0, 1, CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400);
    assertThatThrownBy(() -> traffic.addTo(setup.flows, setup.topology, 1)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("chunk 614401 bytes is above 614400");
  }

  /** For a large buffer: twice the bytes with LL, and 1/15 more with LL128. */
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
