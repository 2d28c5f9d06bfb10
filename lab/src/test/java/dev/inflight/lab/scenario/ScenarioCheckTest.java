package dev.inflight.lab.scenario;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.script.Groups;
import dev.inflight.sim.script.ScriptBuilder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScenarioCheckTest {
  private static final long G = 1_000_000_000L;

  /** Scheme that needs marks and has no thresholds. */
  private record Marked() implements Scheme {
    @Override
    public String name() {
      return "marked";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of(Signal.ECN);
    }

    @Override
    public CongestionControl start(PathFacts path) {
      throw new UnsupportedOperationException();
    }
  }

  private static SetupBuilder marked() {
    var setup = new SetupBuilder();
    setup.topology = new Dumbbell(1, 1, 100 * G, 33 * G, 1000).build();
    setup.flows.add(0, 1, 3, 100, 1000, 0);
    setup.scheme = new Marked();
    return setup;
  }

  private static KeyLocations places() {
    var places = new HashMap<String, SourceLocation>();
    places.put("ecn", new SourceLocation("s.yaml", 8));
    places.put("buffer", new SourceLocation("s.yaml", 9));
    return new KeyLocations(SourceLocation.of("s.yaml"), places);
  }

  private static void refuses(SetupBuilder setup, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> ScenarioCheck.check(setup.build(), places()))
        .withMessage(message);
  }

  @Test
  void schemeThatNeedsMarksNeedsThresholds() {
    refuses(marked(), "s.yaml:8: scheme marked needs ECN marks, but no thresholds are set. Add an entry such as"
        + " {rate: 100Gbps, kmin: 400KB, kmax: 1600KB, pmax: 0.2}");
  }

  @Test
  void thresholdsMustBeThereForEveryRateOfASwitch() {
    SetupBuilder setup = marked();
    setup.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(1, 2, 1));
    refuses(setup,
        "s.yaml:8: scheme marked needs ECN marks, but there are no thresholds for 33Gbps, the rate of the link"
            + " between left (switch 2) and right (switch 3); thresholds are set for 100Gbps. Add an entry such as {rate: 33Gbps,"
            + " kmin: 132KB, kmax: 528KB, pmax: 0.2}");
    setup.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(1, 2, 1), PortClass.ofRate(33 * G),
        new EcnThresholds(1, 2, 1));
    assertThatCode(() -> ScenarioCheck.check(setup.build(), places())).doesNotThrowAnyException();
  }

  @Test
  void acceptsTheSmallestBuffer() {
    // Dumbbell: a switch has ports at 100G and 33G with 1 us each: 12500 and 4125 bytes on the way, twice, and three frames of 9216.
    int needed = 2 * 12_500 + 2 * 4_125 + 2 * 3 * 9216 + 2 * 4096;
    SetupBuilder setup = marked();
    setup.topology = new Dumbbell(1, 1, 100 * G, 33 * G, 1_000_000).build();
    setup.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(1, 2, 1), PortClass.ofRate(33 * G),
        new EcnThresholds(1, 2, 1));
    setup.bufferBytes = needed + 1;
    assertThatCode(() -> ScenarioCheck.check(setup.build(), places())).doesNotThrowAnyException();
    setup.bufferBytes = needed;
    refuses(setup,
        "s.yaml:9: the buffer of 96738 bytes is too small: left (switch 2) reserves 96738 bytes for its ports (PFC headroom"
            + " and reserved memory); set at least 96739 bytes (1MiB)");
  }

  @Test
  void flowsHaveToEndBeforeTheClockDoes() {
    SetupBuilder setup = marked();
    setup.scheme = NoControl.DEFAULT;
    setup.topology = new Dumbbell(1, 1, 100 * G, 1, 1000).build();
    setup.flows.add(0, 1, 3, 100, 1_000_000_000, 0);
    refuses(setup, "s.yaml: the bytes for host 1 need 92593 days on a cable of 1bps, and the picosecond clock ends after"
        + " 106 days; use smaller flows, faster cables, or set until");
    setup.untilPs = 1_000_000_000_000L;
    assertThatCode(() -> ScenarioCheck.check(setup.build(), places())).doesNotThrowAnyException();
  }

  /** Where steps are equal, the message is that of the row with which the bytes become too many, and not of all rows. */
  @Test
  void stepsOfAScriptHaveToEndBeforeTheClockDoes() {
    refuses(repeated(20), "s.yaml: the bytes for host 1 need 111 days on a cable of 1Gbps, and the picosecond clock ends after"
        + " 106 days; use smaller flows, faster cables, or set until");
    SetupBuilder fewer = repeated(11);
    assertThatCode(() -> ScenarioCheck.check(fewer.build(), places())).doesNotThrowAnyException();
  }

  /** Steps in each of which two hosts send each other 10 to the 14 bytes; 1.15 times 10 to the 15 are too many. */
  private static SetupBuilder repeated(int steps) {
    var script = new ScriptBuilder(2, steps, "too many");
    int last = ScriptBuilder.NONE;
    for (int step = 0; step < steps; step++) {
      last = script.collective("step", "pair", CollectiveKind.ALL_GATHER, new Groups(0, 2, 2, 1), 200_000_000_000_000L, last,
          ScriptBuilder.NONE);
    }
    var setup = new SetupBuilder();
    setup.topology = new Dumbbell(1, 1, G, G, 1000).build();
    setup.flows.addJob(new JobPlace("job", 0, 3, 100), script.build(), new int[] {0, 1});
    setup.scheme = NoControl.DEFAULT;
    return setup;
  }
}
