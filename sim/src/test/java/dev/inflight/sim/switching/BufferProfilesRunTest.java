package dev.inflight.sim.switching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.StaticProfile;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.parts.Division;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two priorities with different buffer profiles in one run. */
class BufferProfilesRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;
  /** Time of a packet on the wire, rounded up: 1106 bytes at 100 Gb/s. */
  private static final long PACKET_PS = 90_000;
  private static final int PACKET_BYTES = 1086;
  private static final int RESERVED = 4096;

  /** Hosts 0 and 1 send to host 4, and hosts 2 and 3 to host 5 in another priority. */
  private static SetupBuilder twoIncasts(int first, int second) {
    var setup = new SetupBuilder();
    setup.topology = new Star(6, RATE, US).build();
    setup.scheme = NoControl.DEFAULT;
    for (int from = 0; from < 4; from++) {
      setup.flows.add(from, 4 + from / 2, from < 2 ? first : second, 100 + from, 10_000_000, 0);
    }
    return setup;
  }

  private static PfcProfile xoff(int bytes) {
    return new StaticProfile(bytes, bytes / 2, RESERVED, 0);
  }

  /**
   * Each ingress receives 100 Gb/s of packets and forwards half of them, so it fills at 50 Gb/s less the gaps between packets.
   * Packets and the pause frame travel for 1 us each.
   */
  @Test
  void prioritiesPauseAtTheirOwnThresholds() {
    var setup = twoIncasts(3, 4);
    setup.pfcRules = setup.pfcRules.with(new BufferProfiles(Map.of(3, xoff(100_000), 4, xoff(40_000)), Map.of()));
    var firstPauses = new TreeMap<Integer, Long>();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
        firstPauses.putIfAbsent(priority, nowPs);
      }
    }).run();
    assertThat(result.lost()).isZero();
    assertThat(firstPauses.keySet()).containsExactly(3, 4);
    assertThat(firstPauses.get(3)).isCloseTo(2 * US + fillPs(RESERVED + 100_000), within(4 * PACKET_PS));
    assertThat(firstPauses.get(4)).isCloseTo(2 * US + fillPs(RESERVED + 40_000), within(4 * PACKET_PS));
  }

  private static long fillPs(long bytes) {
    return 2 * bytes * PACKET_PS / PACKET_BYTES;
  }

  /**
   * The buffer of 1.7 MB is B. While both queues grow at one rate, that of alpha 1/8 reaches 1/8 (B - 2 q) at q = B / 10. With
   * F = B / (1 + 1/8 + 1) free bytes at last, the other one, of alpha 1, holds F = 8 B / 17.
   */
  @Test
  void queuesOfPrioritiesHaveTheirOwnLimits() {
    var setup = twoIncasts(1, 2);
    setup.pfc = false;
    setup.bufferBytes = 1_700_000;
    setup.pfcRules = setup.pfcRules.with(new BufferProfiles(Map.of(), Map.of(1, 0.125)));
    setup.series = new Series(US / 10, 200 * US, Series.Flows.NONE, Series.Ports.TO_HOSTS);
    var longest = new TreeMap<Integer, Long>();
    RunResult result = new Simulation(setup.build(), new Recorder() {
      @Override
      public void portSample(PortSample sample) {
        longest.merge(sample.port().peerNode(), sample.counts().of(PortValue.WAITING_BYTES), Math::max);
      }
    }).run();
    assertThat(longest.get(4)).isCloseTo(170_000L, within(4L * PACKET_BYTES));
    assertThat(longest.get(5)).isCloseTo(800_000L, within(4L * PACKET_BYTES));
    assertThat(result.lost()).isPositive();
  }

  @Test
  void threadsChangeNothing() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 1, 4, RATE, RATE, US, 1).build();
    setup.scheme = NoControl.DEFAULT;
    setup.pfcRules = setup.pfcRules.with(1 << 3 | 1 << 4).with(new BufferProfiles(Map.of(4, xoff(20_000)), Map.of(5, 0.001)));
    for (int from = 0; from < 3; from++) {
      setup.flows.add(from, 4, 3 + from, 100 + from, 500_000, 0);
    }
    RunResult one = inParts(setup.build(), 1);
    assertThat(one.of(SwitchValue.PAUSES_SENT)).isPositive();
    assertThat(one.lost()).isPositive();
    assertThat(inParts(setup.build(), 2).fingerprint()).isEqualTo(one.fingerprint());
  }

  private static RunResult inParts(Setup setup, int parts) {
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology(), parts));
    simulation.runOn(parts, 0);
    return simulation.run();
  }
}
