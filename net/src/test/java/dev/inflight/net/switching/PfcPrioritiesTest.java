package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.switching.pfc.ByRateProfile;
import dev.inflight.net.switching.pfc.PauseResponse;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Priorities with PFC and others without, in one memory. */
class PfcPrioritiesTest {
  private static final int LOSSLESS = 3;
  private static final int LOSSY = 1;
  private static final int RECEIVER = 8;

  private static TestNet net(double egressAlpha) {
    var net = TestNet.of(new Star(RECEIVER + 1, 100 * G, US)).scheme(NoControl.DEFAULT).priorities(LOSSLESS, LOSSY);
    net.pfcRules = new PfcRules(ByRateProfile.DEFAULT, 1 << LOSSLESS, PauseResponse.NONE);
    net.egressAlpha = egressAlpha;
    net.bufferBytes = 1_000_000;
    net.retransmitTimeoutPs = 300 * US;
    return net.build();
  }

  private static void incast(TestNet net, int priority) {
    for (int host = 0; host < RECEIVER; host++) {
      net.flow(new Flow(net.flows(), host, RECEIVER, 10_000 + priority, 4791, priority, 200_000, 0));
    }
  }

  /** For any part of the memory that the lossy one may take. */
  @ParameterizedTest
  @ValueSource(doubles = {0.125, 1, 8, 1000})
  void losslessPriorityLosesNothingNextToALossyOne(double egressAlpha) {
    var net = net(egressAlpha);
    incast(net, LOSSLESS);
    incast(net, LOSSY);
    net.run().assertAllFinished();
    assertThat(net.losses).containsOnlyKeys(Observer.Loss.BUFFER);
    assertThat(net.lostPriorities).isEqualTo(1 << LOSSY);
    assertThat(net.pauses).isNotEmpty().allMatch(pause -> pause.endsWith("priority " + LOSSLESS));
  }

  @Test
  void aLossyPriorityAloneCausesNoPauseAndHoldsItsShare() {
    var net = net(1);
    incast(net, LOSSY);
    net.run().assertAllFinished();
    assertThat(net.lostPriorities).isEqualTo(1 << LOSSY);
    assertThat(net.pauses).isEmpty();
    long pool = net.bufferBytes - (RECEIVER + 1) * TestLimits.portBytes(100 * G, US, net.framing);
    assertThat(net.fabric.switches().getFirst().peakHeldBytes()).as("half the pool, with a multiple of one")
        .isBetween(pool / 2 - 2_000, pool / 2 + 2_000);
  }

  /** A port without PFC for a priority does not obey its pauses, and sends none when its host is slow. */
  @Test
  void pausesOfALossyPriorityHaveNoEffect() {
    var net = net(1);
    net.at(0, () -> net.fabric.portFaults.setStorm(RECEIVER, 0, LOSSY, true, 0));
    net.flow(new Flow(0, 0, RECEIVER, 10_000, 4791, LOSSY, 500_000, 0));
    net.run(200 * US);
    assertThat(net.finished).hasSize(1);
    SwitchPort port = TestNet.portTo(net.fabric.switches().getFirst(), RECEIVER);
    assertThat(port.pausesReceived()).isPositive();
    assertThat(port.pausedPs(200 * US)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {LOSSLESS, LOSSY})
  void aSlowHostPausesOrDropsByPriority(int priority) {
    var net = net(1);
    net.at(0, () -> net.fabric.portFaults.setReceiveRate(RECEIVER, 0, 10 * G, 50_000, 0));
    net.flow(new Flow(0, 0, RECEIVER, 10_000, 4791, priority, 400_000, 0));
    net.run();
    net.assertAllFinished();
    Nic nic = net.fabric.host(RECEIVER).nics()[0];
    assertThat(net.lost() == 0).isEqualTo(priority == LOSSLESS);
    assertThat(TestNet.portTo(net.fabric.switches().getFirst(), RECEIVER).pausesReceived() > 0).isEqualTo(priority == LOSSLESS);
    assertThat(nic.isPausing(priority)).isFalse();
  }
}
