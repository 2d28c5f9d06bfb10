package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.LineRate;
import dev.inflight.net.Clock;
import dev.inflight.net.Framing;
import dev.inflight.net.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A flow that is alone takes exactly as long as is said of one that is alone, over whatever cables its path leads. */
class AloneTimeTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;
  private static final long[] RATES = {G, 10 * G, 25 * G, 40 * G, 100 * G, 400 * G, 33_333_333_333L};
  private static final int SWITCHES = 4;

  /** Two hosts at the ends of a row of switches, with up to three cables of any rates between neighbours. */
  private static Topology row(SplittableRandom random) {
    var links = new ArrayList<Topology.Link>();
    links.add(new Topology.Link(0, 2, rate(random), delay(random)));
    for (int left = 2; left < 1 + SWITCHES; left++) {
      for (int cables = 1 + random.nextInt(3); cables > 0; cables--) {
        links.add(new Topology.Link(left, left + 1, rate(random), delay(random)));
      }
    }
    links.add(new Topology.Link(1, 1 + SWITCHES, rate(random), delay(random)));
    var switches = new BitSet();
    switches.set(2, 2 + SWITCHES);
    return new Topology(2 + SWITCHES, switches, links);
  }

  private static long rate(SplittableRandom random) {
    return RATES[random.nextInt(RATES.length)];
  }

  private static long delay(SplittableRandom random) {
    return random.nextInt(3) == 0 ? 0 : random.nextLong(3 * US);
  }

  private static Setup setup(SplittableRandom random) {
    var setup = new Setup();
    setup.topology = row(random);
    setup.scheme = LineRate.DEFAULT;
    setup.seed = random.nextLong();
    setup.payloadBytes = random.nextInt(4) == 0 ? 1 + random.nextInt(200) : 1 + random.nextInt(9000);
    setup.bufferBytes = Integer.MAX_VALUE; // no pauses
    return setup;
  }

  private static FlowResult only(Setup setup) {
    var results = new ArrayList<FlowResult>();
    var simulation = new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.add(flow);
      }
    });
    RunResult totals = simulation.run();
    assertThat(totals.pfcPauses()).isZero();
    return results.getLast();
  }

  private static long size(SplittableRandom random, int payloadBytes) {
    return switch (random.nextInt(3)) {
      case 0 -> 1 + random.nextLong(payloadBytes);
      case 1 -> 1 + random.nextLong(10L * payloadBytes);
      default -> 1 + random.nextLong(1000L * payloadBytes);
    };
  }

  @ParameterizedTest
  @EnumSource(names = "REFERENCE", mode = EnumSource.Mode.EXCLUDE)
  void aLoneFlowHasNoSlowdown(Framing framing) {
    var random = new SplittableRandom(7);
    for (int run = 0; run < 150; run++) {
      Setup setup = setup(random);
      setup.framing = framing;
      setup.clock = random.nextBoolean() ? Clock.EXACT : Clock.AUTHORS;
      long sizeBytes = size(random, setup.payloadBytes);
      setup.flows.add(0, 1, 3, 4791, sizeBytes, random.nextLong(US) * (setup.clock == Clock.EXACT ? 1 : 1000));
      FlowResult flow = only(setup);
      assertThat(flow.fctPs()).as("run %d: %d bytes in packets of %d over %s", run, sizeBytes, setup.payloadBytes,
          setup.topology.links()).isEqualTo(flow.standalonePs());
      assertThat(flow.slowdown()).isEqualTo(1);
    }
  }
}
