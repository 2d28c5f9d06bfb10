package dev.inflight.sim.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.job.state.CollectiveResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All-reduces of eight GPUs in one server compared with bus bandwidths that NCCL's tests printed (Azure/AI-benchmarking-guide: ND A100 v4;
 * ND H100 v5 with NCCL 2.18.5), in GB/s by size in MiB. Links have the rates of NCCL's tuner for data, plus that of headers.
 */
class NcclCurvesTest {
  private static final long GBPS = 1_000_000_000L;

  private static double busGigabytes(String algorithm, CollectiveProtocol protocol, long serverGbps, int payloadBytes,
      long mebibytes) {
    var setup = new SetupBuilder();
    setup.topology = new RailOptimized(1, 1, 8, 1, 400 * GBPS, 400 * GBPS, serverGbps * GBPS, 500_000, 25_000).build();
    setup.scheme = NoControl.DEFAULT;
    setup.payloadBytes = payloadBytes;
    setup.samplePeriodPs = 1_000_000_000_000L;
    new CollectiveTraffic(CollectiveKind.ALL_REDUCE, algorithm, mebibytes << 20, 0, 0, 0, protocol, true, 0, 1,
        CollectiveTraffic.Placement.BLOCK, 0, 1, 0, 0, 0, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    simulation.run();
    CollectiveResult result = simulation.jobs().collectives().getFirst();
    assertThat(result.isComplete()).isTrue();
    return result.busBitsPerSec() / 8e9;
  }

  /** LL128 up to 24 MB, where the tuner has Simple as the faster one. */
  private static double ringOfA100(long mebibytes) {
    return busGigabytes("ring", mebibytes > 22 ? CollectiveProtocol.SIMPLE : CollectiveProtocol.LL128, 1960, 4096, mebibytes);
  }

  private static double switchOfH100(long mebibytes) {
    return busGigabytes("nvls", CollectiveProtocol.SIMPLE, 2996, 8192, mebibytes);
  }

  @ParameterizedTest
  @CsvSource({"1, 36.22, 43.70", "2, 53.54, 81.93", "4, 71.43, 128.73", "8, 90.0, 172.1", "16, 109.2, 234.5", "32, 132.8, 295.5"})
  void curvesAreWithinAFifth(long mebibytes, double a100, double h100) {
    assertThat(ringOfA100(mebibytes) / a100).isBetween(0.8, 1.2);
    assertThat(switchOfH100(mebibytes) / h100).isBetween(0.8, 1.2);
  }

  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"64, 166.6, 361.8", "128, 174.2, 400.6", "256, 213.9, 423.4", "512, 221.6, 438.5"})
  void curvesOfLargerSizesAreWithinAFifth(long mebibytes, double a100, double h100) {
    curvesAreWithinAFifth(mebibytes, a100, h100);
  }

  @ParameterizedTest
  @Tag("sweep")
  @CsvSource({"1024, 228.1, 466.4"})
  void largeSizesAreWithinATwentieth(long mebibytes, double a100, double h100) {
    assertThat(ringOfA100(mebibytes) / a100).isBetween(0.95, 1.05);
    assertThat(switchOfH100(mebibytes) / h100).isBetween(0.95, 1.05);
  }
}
