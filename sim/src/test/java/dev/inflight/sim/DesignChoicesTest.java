package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The paper's figures 13 and 14 (SIGCOMM'19 §5.4) in the profile of its authors' simulator: sixteen senders to one receiver over a
 * switch, 100 Gb/s, 1 us a link.
 */
class DesignChoicesTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final int SENDERS = 16;
  private static final long ENDLESS_BYTES = 1L << 40;
  /** Base RTT of the fabric as the authors count it. */
  private static final long RTT_PS = 4_160_000;

  private final SetupBuilder setup = new SetupBuilder();
  private Simulation simulation;
  private Port bottleneck;

  private void start(ReactionMode react, double wAiBytes) {
    setup.topology = new Star(SENDERS + 1, 100 * G, US).build();
    for (int sender = 0; sender < SENDERS; sender++) {
      setup.flows.add(sender, SENDERS, 3, 100, ENDLESS_BYTES, 0);
    }
    setup.likeReference();
    setup.scheme = new HpccAuthors(0.95, 0, (long) (wAiBytes * 8e12 / RTT_PS), 100_000_000L, react, false, true);
    simulation = new Simulation(setup.build(), Recorder.NONE);
    bottleneck = simulation.fabric().ports(SENDERS + 1).get(SENDERS);
  }

  /** Share of the line that the bottleneck sends until a time, from the time before. */
  private double shareUntil(long fromPs, long untilPs) {
    simulation.advance(fromPs);
    long before = bottleneck.sentBytes();
    simulation.advance(untilPs);
    return (bottleneck.sentBytes() - before) * 8e12 / ((untilPs - fromPs) * 100.0 * G);
  }

  @Test
  void figure13PerAckOverreacts() {
    start(ReactionMode.PER_ACK, 80);
    double least = 1;
    for (int rtt = 1; rtt < 20; rtt++) {
      least = Math.min(least, shareUntil(rtt * RTT_PS, (rtt + 1) * RTT_PS));
    }
    assertThat(least).as("of the line, in the worst of 20 round trips").isLessThan(0.2);
  }

  @Test
  void figure13HpccDoesNot() {
    start(ReactionMode.BOTH, 80);
    assertThat(shareUntil(0, 200 * US)).isGreaterThan(0.85);
  }

  @Test
  void figure13PerRttDrainsLater() {
    start(ReactionMode.BOTH, 80);
    simulation.advance(100 * US);
    long both = bottleneck.waitingBytes();
    setup.flows = new FlowTable();
    start(ReactionMode.PER_RTT, 80);
    simulation.advance(100 * US);
    assertThat(bottleneck.waitingBytes()).isGreaterThan(2 * Math.max(both, 5_000));
  }

  /** The queue every microsecond of the first 10 ms, the start included, where the sixteen lines come together. */
  @ParameterizedTest
  @CsvSource({"25, 0, 5000", "50, 0, 5000", "80, 0, 5000", "100, 0, 5000", "150, 0, 5500", "300, 8000, 20000"})
  void figure14SmallAdditiveStepsKeepTheQueueShort(double wAiBytes, long above, long atMost) {
    start(ReactionMode.BOTH, wAiBytes);
    long[] queues = new long[10_000];
    for (int sample = 0; sample < queues.length; sample++) {
      simulation.advance((sample + 1) * US);
      queues[sample] = bottleneck.waitingBytes();
    }
    Arrays.sort(queues);
    assertThat(queues[queues.length * 95 / 100]).as("p95").isBetween(above, atMost);
  }
}
