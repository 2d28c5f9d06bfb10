package dev.inflight.net.switching.pfc;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays with which ports obey pauses, and the headroom for them. */
class PauseResponseTest {
  private static final int FRAME = Framing.ROCEV2.dataBytes(1000, 0, 0);
  private static final long RATE = 100 * G;
  private static final int STEPS = 7;
  private static final int RECEIVER = 2;

  /** In bytes as published in SONiC's calculation, and in ns. */
  @ParameterizedTest
  @CsvSource({"10, 4288, 3430", "25, 5120, 1638", "40, 7552, 1510", "50, 9408, 1505", "100, 25216, 2017", "200, 28992, 1160",
      "400, 57920, 1158", "800, 57920, 579", "30, 7552, 2014"})
  void theLongestTimeFollowsFromTheRate(int gbps, long bytes, long ns) {
    var ieee = new PauseResponse(PauseResponse.IEEE, 5);
    assertThat(PauseResponse.ieeeBits(gbps * G)).isEqualTo(8 * bytes);
    assertThat(Math.round(ieee.ps(true, gbps * G) / 1000.0)).isEqualTo(ns);
    assertThat(ieee.ps(false, gbps * G)).isEqualTo(5);
  }

  @Test
  void timesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new PauseResponse(-2, 0)).hasMessage("switches of -2 ps is outside 0 to 1000000000 ps");
    assertThatThrownBy(() -> new PauseResponse(0, PauseResponse.LONGEST_PS + 1)).hasMessageStartingWith("nics of 1000000001 ps");
  }

  private static TestNet net(PfcProfile profile, PauseResponse response) {
    return net(profile, response, 1);
  }

  private static TestNet net(PfcProfile profile, PauseResponse response, int packetsPerAck) {
    var net = TestNet.of(new Star(3, RATE, US)).scheme(NoControl.DEFAULT);
    net.pfcRules = new PfcRules(profile, PfcRules.EVERY_PRIORITY, response);
    net.ackEveryPackets = packetsPerAck;
    net.ackDelayPs = MS;
    return net.build();
  }

  /**
   * The peer continues for the response time after a pause, and waits for as long after a resume; the packet that it is sending
   * ends.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 777_000, 5_000_000})
  void aPauseAndItsEndHaveTheirEffectLater(long nicPs) {
    var net = net(ByRateProfile.DEFAULT, new PauseResponse(0, nicPs));
    net.flow(0, RECEIVER, 2_000_000, 0);
    Nic nic = net.fabric.host(0).nics()[0];
    net.at(20 * US, () -> net.fabric.portFaults.setStorm(3, 1, 3, true, 20 * US));
    net.at(60 * US, () -> net.fabric.portFaults.setStorm(3, 1, 3, false, 60 * US));
    long frame = nic.transmitPs(FRAME);
    long effectPs = 20 * US + nic.transmitPs(64) + US + nicPs; // the switch port is free, or sends one acknowledgement
    net.run(effectPs - 1);
    assertThat(nic.pausedPriorities).isZero();
    assertThat(nic.pausesReceived()).isEqualTo(nicPs == 0 ? 0 : 1);
    net.run(effectPs + nic.transmitPs(80));
    assertThat(nic.pausedPriorities).isEqualTo(1 << 3);
    net.run(effectPs + nic.transmitPs(80) + frame);
    long sent = nic.sentBytes();
    net.run(effectPs + 40 * US - 1);
    assertThat(nic.sentBytes()).as("while it is paused").isEqualTo(sent);
    net.run();
    net.assertAllFinished();
    assertThat(nic.pausedPs(MS)).isBetween(40 * US - nic.transmitPs(80), 40 * US + nic.transmitPs(80));
    assertThat(net.pauses).containsSubsequence("port 1 of node 0 paused priority 3", "port 1 of node 0 resumed priority 3");
  }

  /** Pauses that have arrived, but have no effect yet, end with the cable. */
  @Test
  void failedCableClearsPausesWithoutEffectYet() {
    var net = net(ByRateProfile.DEFAULT, new PauseResponse(0, 50 * US));
    net.flow(0, RECEIVER, 500_000, 0);
    net.at(20 * US, () -> net.fabric.portFaults.setStorm(3, 1, 3, true, 20 * US));
    net.at(30 * US, () -> net.fabric.setLink(0, 3, false, 30 * US));
    net.at(31 * US, () -> net.fabric.portFaults.setStorm(3, 1, 3, false, 31 * US));
    net.at(40 * US, () -> net.fabric.setLink(0, 3, true, 40 * US));
    net.run().assertAllFinished();
    assertThat(net.pauses).isEmpty();
    assertThat(net.fabric.host(0).nics()[0].pausedPs(10 * MS)).isZero();
  }

  private static int lost(long headroomBytes, long responsePs, int step) {
    var profile = new StaticProfile(20_000, 10_000, 4096, (int) headroomBytes);
    var net = net(profile, new PauseResponse(0, responsePs), 1_000_000); // acknowledgements would take the place of data
    net.at(0, () -> net.fabric.portFaults.setStorm(RECEIVER, 0, 3, true, 0)); // packets in the switch never leave
    net.flow(new Flow(0, 0, RECEIVER, 10_000, 4791, 3, 1_000_000, 0));
    long startPs = step * net.fabric.host(0).nics()[0].transmitPs(FRAME) / STEPS;
    net.at(startPs, () -> net.flow(new Flow(1, 1, 0, 10_000, 4791, 3, 1_000_000, startPs))); // before which a pause waits
    return net.run(200 * US).lost();
  }

  private static long needed(long responsePs) {
    return Headroom.neededBytes(new PfcProfile.Cable(RATE, US, Framing.ROCEV2, responsePs), FRAME, 1);
  }

  /** Headroom by the formula loses nothing, and two frames less do. */
  @ParameterizedTest
  @ValueSource(longs = {0, 100_000, 1_000_000, 2_017_280, 17_000_000})
  void headroomByTheFormulaIsExact(long responsePs) {
    int mostLost = 0;
    for (int step = 0; step < STEPS; step++) {
      assertThat(lost(needed(responsePs), responsePs, step)).as("step %d", step).isZero();
      mostLost = Math.max(mostLost, lost(needed(responsePs) - 2 * FRAME, responsePs, step));
    }
    assertThat(mostLost).isPositive();
  }

  /** Headroom that is sufficient for peers that respond at once loses packets of peers that do not. */
  @Test
  void headroomWithoutTheResponseLosesPackets() {
    assertThat(lost(needed(0), 0, 0)).isZero();
    int lost = lost(needed(0), US, 0);
    assertThat((long) lost * FRAME).as("a microsecond at 100 Gb/s").isBetween(12_500L - 3 * FRAME, 12_500L + FRAME);
  }

  /** The default profile reserves enough. */
  @Test
  void headroomOfTheDefaultFollowsTheResponse() {
    var cable = new PfcProfile.Cable(RATE, US, Framing.ROCEV2, 10 * US);
    assertThat(ByRateProfile.DEFAULT.limits(cable, RATE).headroomBytes()).isEqualTo(25_000 + 125_000 + 27_648)
        .isGreaterThan(Headroom.neededBytes(cable, Headroom.LARGEST_FRAME_BYTES - 1000, 1));
  }
}
