package dev.inflight.cc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The lemma of Appendix A.2, with {@link Hpcc} instead of the recursion (6): many flows over many links, all updated once per
 * RTT.
 */
class FluidNetworkTest {
  private static final long T_PS = 1_000_000_000_000L; // long, so that a byte is negligible
  private static final long NIC = 1_000_000_000_000L;
  private static final double TOLERANCE = 1e-6; // windows are whole bytes, the additive step of 10^-4 bytes is not 0

  /** Random paths over links of random capacity; each path uses at least one link. */
  private static final class Network {
    final double[] capacity;
    final boolean[][] uses;
    final CongestionControl[] flows;
    final double[] load;
    private final Feedback ack = new Feedback();
    private final double[] sentBytes;
    private int round;

    Network(SplittableRandom random) {
      capacity = random.doubles(random.nextInt(1, 8), 1e10, 1e12).map(Math::rint).toArray();
      uses = new boolean[random.nextInt(1, 30)][capacity.length];
      for (boolean[] path : uses) {
        for (int link = 0; link < capacity.length; link++) {
          path[link] = random.nextInt(3) == 0;
        }
        path[random.nextInt(capacity.length)] = true;
      }
      // No target below the whole capacity, no stages, no fairness, a negligible lower bound: only the recursion.
      var scheme = new Hpcc(1, 0, 1e-4, 1, 0, ReactionMode.BOTH, 0);
      flows = new CongestionControl[uses.length];
      Arrays.setAll(flows, flow -> scheme.start(PathFacts.of(NIC, T_PS, 1)));
      load = new double[capacity.length];
      sentBytes = new double[capacity.length];
    }

    /** One RTT: the links report their load to all paths, and the flows react. */
    void step() {
      Arrays.fill(load, 0);
      for (int flow = 0; flow < flows.length; flow++) {
        for (int link = 0; link < capacity.length; link++) {
          load[link] += uses[flow][link] ? flows[flow].windowBytes() * 8e12 / T_PS / capacity[link] : 0;
        }
      }
      round++;
      for (int link = 0; link < capacity.length; link++) {
        sentBytes[link] += load[link] * capacity[link] * T_PS / 8e12;
      }
      for (int flow = 0; flow < flows.length; flow++) {
        ack.nowPs = round * T_PS;
        ack.ackedBytes = 2L * round;
        ack.sentBytes = 2L * round + 1;
        ack.highestSentBytes = ack.sentBytes;
        ack.orderByBytes();
        ack.hops.clear(Long.MAX_VALUE, Long.MAX_VALUE);
        for (int link = 0; link < capacity.length; link++) {
          if (uses[flow][link]) {
            ack.hops.add(round * T_PS, (long) sentBytes[link], 0, (long) capacity[link]);
          }
        }
        flows[flow].onAck(ack);
      }
    }

    double busiest() {
      return Arrays.stream(load).max().orElseThrow();
    }

    long[] windows() {
      return Arrays.stream(flows).mapToLong(CongestionControl::windowBytes).toArray();
    }
  }

  @Test
  void oneStepMakesEveryLinkFeasibleAndRatesOnlyGrowFromThere() {
    var random = new SplittableRandom(40);
    for (int trial = 0; trial < 200; trial++) {
      var network = new Network(random);
      network.step(); // the first acknowledgements only record
      network.step();
      boolean overloaded = network.busiest() > 1;
      network.step();
      assertThat(network.busiest()).as("part (i), %s", overloaded ? "overloaded before" : "not overloaded")
          .isLessThan(1 + TOLERANCE);
      for (int round = 0; round < network.capacity.length + 2; round++) {
        long[] before = network.windows();
        network.step();
        assertThat(network.busiest()).isLessThan(1 + TOLERANCE);
        long[] after = network.windows();
        for (int flow = 0; flow < after.length; flow++) {
          assertThat(after[flow]).as("part (ii)").isGreaterThanOrEqualTo((long) (before[flow] * (1 - TOLERANCE)) - 1);
        }
      }
    }
  }

  /**
   * The paper's bound is as many steps as there are links. But a path with a rate set by one link still loads the others, and
   * these approach their capacity geometrically, not in one step.
   */
  @Test
  void convergesToAParetoOptimum() {
    var random = new SplittableRandom(41);
    for (int trial = 0; trial < 200; trial++) {
      var network = new Network(random);
      for (int round = 0; round < 1000; round++) {
        network.step();
      }
      for (int flow = 0; flow < network.flows.length; flow++) {
        double busiestOfPath = 0;
        for (int link = 0; link < network.capacity.length; link++) {
          busiestOfPath = Math.max(busiestOfPath, network.uses[flow][link] ? network.load[link] : 0);
        }
        boolean atLineRate = network.flows[flow].paceBitsPerSec() == NIC;
        assertThat(busiestOfPath > 1 - 1e-3 || atLineRate).as("part (iii): path %d is bottlenecked", flow).isTrue();
      }
    }
  }
}
