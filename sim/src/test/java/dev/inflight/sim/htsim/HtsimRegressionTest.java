package dev.inflight.sim.htsim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.KAry;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Permutation;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The regression runs of htsim_uec (validate_uec_sender, _rcv and _both of uet-htsim 40ccb052) that keys of Inflight express, compared with
 * their bounds on the longest completion time; four runs are above them. Left out are those with a link at a lower rate, with messages on a
 * connection, and RCCC alone over an oversubscribed core, for which htsim has a separate control.
 */
class HtsimRegressionTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;
  private static final long CABLE_PS = US - 800; // an acknowledgement is 20 bytes longer here, see HtsimCase
  private static final int PAYLOAD = 4066;
  private static final int WIRE = PAYLOAD + 84; // the length of htsim's packets
  private static final long BUFFER = 2_000_000_000;
  private static final long SIZE = 2_000_000;
  private static final PathChoice SPRAYED = new Sprayed(64, Sprayed.By.MIXED); // htsim's default

  /** A run, its hosts, whether it has several paths, and htsim's bounds by scheme, in microseconds. */
  private enum Run {
    ONE(16, true, 190, 190, 180), BOTH_WAYS(16, true, 190, 190, 190), INCAST_16(16, true, 2550, 2550, 2500),
    INCAST_128(128, true, 23_000, 23_000, 23_000), INCAST_1024(1024, true, 8950, 8950, 8950),
    LATE_INCAST(128, true, 220, 220, 220), OUTCAST_INCAST(128, true, 2500, 2500, 2500), PERMUTATION_16(16, true, 210, 210, 210),
    PERMUTATION_16_ONE_PATH(16, false, 1300, 1300, 1300), PERMUTATION_1024(1024, true, 220, 220, 220),
    PERMUTATION_1024_ONE_PATH(1024, false, 1300, 1300, 1300), OVERSUBSCRIBED_4(1024, true, 880, 0, 880),
    OVERSUBSCRIBED_8(1024, true, 1760, 0, 1760);

    final int hosts;
    final boolean sprayed;
    final int[] boundUs; // of nscc, rccc, and both; 0: left out

    Run(int hosts, boolean sprayed, int nsccUs, int rcccUs, int bothUs) {
      this.hosts = hosts;
      this.sprayed = sprayed;
      boundUs = new int[] {nsccUs, rcccUs, bothUs};
    }

    Topology topology() {
      return switch (this) {
        case OVERSUBSCRIBED_4 -> new LeafSpine(32, 8, 32, RATE, RATE, CABLE_PS, 1).build();
        case OVERSUBSCRIBED_8 -> new LeafSpine(32, 4, 32, RATE, RATE, CABLE_PS, 1).build();
        default -> new KAry(hosts == 16 ? 4 : hosts == 128 ? 8 : 16, 1, RATE, RATE, CABLE_PS).build();
      };
    }

    boolean hasTwoTiers() {
      return this == OVERSUBSCRIBED_4 || this == OVERSUBSCRIBED_8;
    }

    void addFlows(SetupBuilder setup) {
      switch (this) {
        case ONE -> add(setup, 0, 13, SIZE, 0);
        case BOTH_WAYS -> {
          add(setup, 0, 13, SIZE, 0);
          add(setup, 13, 0, SIZE, 0);
        }
        case INCAST_16 -> addIncast(setup, 15, SIZE);
        case INCAST_128 -> addIncast(setup, 33, SIZE);
        case INCAST_1024 -> addIncast(setup, 0, 100_000);
        case LATE_INCAST -> {
          add(setup, 127, 0, SIZE, 0);
          add(setup, 95, 0, 250_000, 40 * US);
          add(setup, 61, 0, 250_000, 40 * US);
        }
        case OUTCAST_INCAST -> {
          add(setup, 1, 0, SIZE, 0);
          add(setup, 2, 0, SIZE, 0);
          add(setup, 3, 0, SIZE, 0);
          for (int other = 4; other <= 12; other++) {
            add(setup, 2, other, SIZE, 0);
            add(setup, 3, other + 9, SIZE, 0);
          }
        }
        default -> new Permutation(SIZE, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
      }
    }

    private void addIncast(SetupBuilder setup, int receiver, long bytes) {
      for (int sender = 0; sender < hosts; sender++) {
        if (sender != receiver) {
          add(setup, sender, receiver, bytes, 0);
        }
      }
    }

    private static void add(SetupBuilder setup, int from, int to, long bytes, long startPs) {
      setup.flows.add(from, to, 3, 100, bytes, startPs);
    }
  }

  /** Name of a control, and its parameters for a first window in bandwidth-delay products. */
  private enum Control {
    NSCC, RCCC, BOTH;

    Scheme scheme(double bdps) {
      Nscc nscc = Nscc.DEFAULT;
      return switch (this) {
        case NSCC -> new Nscc(nscc.queueTargetPs(), bdps, nscc.proportionalPackets(), nscc.fairPackets(), nscc.steadyPackets(),
            nscc.gamma(), nscc.maxDecrease(), nscc.fastBelowPs(), nscc.fastShare(), nscc.delayWeight(), nscc.quickTargets(),
            nscc.quickShare(), nscc.adjustPackets());
        case RCCC -> new Rccc(bdps, 0.99, 4, false);
        case BOTH -> new Rccc(bdps, 0.99, 4, true);
      };
    }
  }

  /**
   * Runs above htsim's bound, with reasons in docs/validation.md, and their present bounds, in microseconds. htsim itself is above two of
   * these bounds.
   */
  private static final Map<String, Integer> ABOVE_BOUND = Map.of("INCAST_1024 NSCC", 12_000, "INCAST_1024 RCCC", 9_200,
      "INCAST_1024 BOTH", 9_200, "LATE_INCAST NSCC", 235);

  static Stream<Arguments> runs() {
    return Stream.of(Run.values()).flatMap(run -> Stream.of(Control.values())
        .filter(control -> run.boundUs[control.ordinal()] > 0).map(control -> Arguments.of(run, control)));
  }

  @ParameterizedTest
  @MethodSource("runs")
  @Tag("sweep")
  void longestFlowIsWithinHtsimsBound(Run run, Control control) {
    boolean smallWindow = run == Run.INCAST_1024 || run == Run.LATE_INCAST; // of 50 packets
    SetupBuilder setup = setup(run, control.scheme(smallWindow ? 1.18 : 1.5));
    Map<String, Double> fctUs = new HashMap<>();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        fctUs.put(flow.source() + "->" + flow.destination(), flow.fctPs() / 1e6);
      }
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    double longestUs = fctUs.values().stream().mapToDouble(each -> each).max().orElseThrow();
    String name = run + " " + control;
    int boundUs = run.boundUs[control.ordinal()];
    System.out.printf("| %s | %d | %.1f |%n", name, boundUs, longestUs);
    assertThat(longestUs).isLessThanOrEqualTo(ABOVE_BOUND.getOrDefault(name, boundUs));
  }

  private static SetupBuilder setup(Run run, Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = run.topology();
    setup.payloadBytes = PAYLOAD;
    setup.scheme = scheme;
    setup.paths = run.sprayed ? SPRAYED : OnePath.DEFAULT;
    setup.pfc = false;
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.trim = Trimming.DEFAULT;
    int bdpPackets = run.hasTwoTiers() ? 29 : 42; // the longest queue; marks from a fifth to four fifths of it
    setup.bufferBytes = BUFFER;
    setup.egressAlpha = (double) bdpPackets * WIRE / BUFFER;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(bdpPackets * WIRE / 5, bdpPackets * WIRE * 4 / 5, 1));
    setup.recovery = new Selective(0, 15 * US + 6L * bdpPackets * WIRE * 80, Selective.DEFAULT.reach());
    run.addFlows(setup);
    return setup;
  }
}
