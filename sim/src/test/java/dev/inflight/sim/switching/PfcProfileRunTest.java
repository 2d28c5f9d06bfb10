package dev.inflight.sim.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.ByRateProfile;
import dev.inflight.net.switching.pfc.DynamicProfile;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.PfcProfiles;
import dev.inflight.net.switching.pfc.SonicPlatform;
import dev.inflight.net.switching.pfc.SonicProfile;
import dev.inflight.net.switching.pfc.StaticProfile;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** PFC profiles in runs: eight hosts send to one without congestion control. */
class PfcProfileRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int SENDERS = 8;
  private static final PfcProfile HIGH = new StaticProfile(200_000, 100_000, 4096, 0);
  static final Iterable<PfcProfile> PROFILES = PfcProfiles.ALL;

  private static RunResult run(PfcProfile profile, long delayPs) {
    return new Simulation(builder(profile, delayPs, 3, BufferProfiles.NONE).build(), Recorder.NONE).run();
  }

  private static SetupBuilder builder(PfcProfile profile, long delayPs, int priority, BufferProfiles byPriority) {
    var setup = new SetupBuilder();
    setup.topology = new Star(SENDERS + 1, RATE, delayPs).build();
    setup.scheme = NoControl.DEFAULT;
    setup.pfcRules = setup.pfcRules.with(profile).with(byPriority);
    setup.bufferBytes = 4 << 20;
    setup.samplePeriodPs = 100 * US;
    for (int from = 0; from < SENDERS; from++) {
      setup.flows.add(from, SENDERS, priority, 100, 1_000_000, 0);
    }
    return setup;
  }

  @ParameterizedTest
  @FieldSource("PROFILES")
  void noneLosesPackets(PfcProfile profile) {
    RunResult result = run(profile, US);
    assertThat(result.flowsFinished()).isEqualTo(SENDERS);
    assertThat(result.lost()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void headroomOfAPlatformCoversItsCable(SonicPlatform platform) {
    RunResult result = run(new SonicProfile(platform, 0, 0, 9100, 1024), US);
    assertThat(result.of(SwitchValue.PAUSES_SENT)).isPositive();
    assertThat(result.lost()).isZero();
  }

  @Test
  void headroomOfAShorterCableLosesPackets() {
    RunResult result = run(new SonicProfile(SonicPlatform.SPECTRUM_1, 5, 0, 9100, 1024), 10 * US);
    assertThat(result.lost()).isPositive();
    assertThat(result.flowsFinished()).isEqualTo(SENDERS);
  }

  @Test
  void aLowThresholdPausesMoreOftenAndHoldsLess() {
    RunResult low = run(new StaticProfile(20_000, 10_000, 4096, 0), US);
    RunResult high = run(new StaticProfile(200_000, 100_000, 4096, 0), US);
    assertThat(low.of(SwitchValue.PAUSES_SENT)).isGreaterThan(2 * high.of(SwitchValue.PAUSES_SENT));
    assertThat(low.of(SwitchValue.PEAK_BUFFER_BYTES)).isLessThan(high.of(SwitchValue.PEAK_BUFFER_BYTES) / 2);
  }

  /** At one rate the paper's rule is a threshold of an eighth. */
  @Test
  void theDefaultsOfDynamicAreThePapersRuleAtOneRate() {
    assertThat(run(DynamicProfile.DEFAULT, US).fingerprint()).isEqualTo(run(ByRateProfile.DEFAULT, US).fingerprint());
  }

  /** The lower threshold of priority 4 applies to its flows only. */
  @Test
  void aProfileOfAPriorityAppliesToItsFlowsOnly() {
    RunResult three = runWithLow(4, 3);
    assertThat(three.fingerprint()).isEqualTo(run(HIGH, US).fingerprint());
    RunResult four = runWithLow(4, 4);
    assertThat(four.lost()).isZero();
    assertThat(four.of(SwitchValue.PAUSES_SENT)).isGreaterThan(2 * three.of(SwitchValue.PAUSES_SENT));
  }

  private static RunResult runWithLow(int low, int ofFlows) {
    return new Simulation(
        builder(HIGH, US, ofFlows, new BufferProfiles(Map.of(low, new StaticProfile(20_000, 10_000, 4096, 0)), Map.of())).build(),
        Recorder.NONE).run();
  }
}
