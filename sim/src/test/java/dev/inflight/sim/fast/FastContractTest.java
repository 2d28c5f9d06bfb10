package dev.inflight.sim.fast;

import static dev.inflight.sim.fast.FastRun.MB;
import static dev.inflight.sim.fast.FastRun.RATE;
import static dev.inflight.sim.fast.FastRun.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Contract of fast-forward under every scheme and recovery: all bytes are accounted for, and times are those of the full run to one
 * percent, or differ no more than full runs with cables that differ by picoseconds.
 */
class FastContractTest {
  private static final double BOUND = 0.01;
  /** Number of full runs with other cables that give the random difference; a run that skips may differ a little more. */
  private static final int OTHERS = 4;
  private static final double FARTHER = 1.5;

  static Stream<Arguments> all() {
    return Recoveries.ALL.stream().flatMap(recovery -> Schemes.ALL.stream().map(scheme -> Arguments.of(recovery, scheme)));
  }

  private static SetupBuilder setup(Recovery recovery, Scheme scheme, long sizeBytes, int picoseconds) {
    SetupBuilder setup = FastRun.incast(2, sizeBytes, scheme);
    setup.topology = new Star(3, RATE, US + picoseconds).build();
    setup.recovery = recovery;
    if (recovery instanceof Tcp) {
      setup.framing = Framing.TCP;
    }
    if (recovery instanceof Tcp || recovery instanceof Unreliable) {
      setup.telemetryPackets = Probes.DEFAULT;
    }
    return setup;
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("all")
  void timesAreThoseOfTheFullRun(Recovery recovery, Scheme scheme) {
    SetupBuilder setup = setup(recovery, scheme, 40 * MB, 0);
    assumeTrue(setup.build().problems().isEmpty(), () -> setup.build().problems().getFirst().sentence());
    FastRun fast = FastRun.fast(setup);
    if (recovery.isReliable()) {
      fast.accountsForAllBytes(setup);
    }
    FastRun full = FastRun.full(setup(recovery, scheme, 40 * MB, 0));
    double mean = BOUND;
    double job = BOUND;
    for (int other : IntStream.rangeClosed(1, OTHERS).map(number -> 13 * number).toArray()) {
      FastRun beside = FastRun.full(setup(recovery, scheme, 40 * MB, other));
      mean = Math.max(mean, FARTHER * beside.meanDifference(full));
      job = Math.max(job, FARTHER * beside.jobDifference(full));
    }
    assertThat(fast.meanDifference(full)).isLessThanOrEqualTo(mean);
    assertThat(fast.jobDifference(full)).isLessThanOrEqualTo(job);
  }

  /** A short version, for every build. */
  @ParameterizedTest
  @FieldSource("dev.inflight.cc.scheme.Schemes#ALL")
  void allBytesAreDelivered(Scheme scheme) {
    SetupBuilder setup = setup(Recoveries.ALL.getFirst(), scheme, 4 * MB, 0);
    FastRun fast = FastRun.fast(setup).accountsForAllBytes(setup);
    FastRun full = FastRun.full(setup(Recoveries.ALL.getFirst(), scheme, 4 * MB, 0));
    assertThat(fast.jobDifference(full)).isLessThan(0.03);
  }
}
