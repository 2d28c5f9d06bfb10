package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Switches that trim packets without room: nothing is dropped, and no sender waits for a timeout. */
class TrimmingTest {
  static final List<Scheme> SCHEMES = List.of(Nscc.DEFAULT, Hpcc.DEFAULT, Swift.DEFAULT, FixedWindow.DEFAULT);
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;
  private static final int SENDERS = 24;
  private static final long SIZE = 300_000;

  /** All of three leaves send to one host, whose queue is a bandwidth-delay product long. */
  private static SetupBuilder incast(Scheme scheme, boolean trim) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 4, 8, RATE, RATE, US, 1).build();
    setup.scheme = scheme;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 120_000, 1));
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.bufferBytes = 1_000_000;
    setup.egressAlpha = 0.125;
    setup.queues = StrictOverDeficit.DEFAULT;
    setup.trim = trim ? Trimming.DEFAULT : null;
    for (int sender = 0; sender < SENDERS; sender++) {
      setup.flows.add(sender, 31, 3, 100, SIZE, 0);
    }
    return setup;
  }

  private static RunResult run(SetupBuilder setup) {
    assertThat(setup.build().problems()).isEmpty();
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().deliveredBytes).isEqualTo(SENDERS * SIZE);
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
    return result;
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void incastLosesNoPacketWithoutAReport(Scheme scheme) {
    RunResult trimmed = run(incast(scheme, true));
    assertThat(trimmed.of(SwitchValue.TRIMMED)).isPositive();
    assertThat(trimmed.lost()).isZero();
    assertThat(trimmed.hosts().timeouts).isZero();
    assertThat(trimmed.hosts().uselessBytes).as("just what was trimmed is sent again").isZero();
    assertThat(trimmed.hosts().nacks).isEqualTo(trimmed.of(SwitchValue.TRIMMED));
    assertThat(trimmed.hosts().retransmittedBytes).isEqualTo(trimmed.of(SwitchValue.TRIMMED) * 1000);
  }

  @Test
  void immediateLossReportsAreFaster() {
    RunResult trimmed = run(incast(Nscc.DEFAULT, true));
    RunResult dropped = run(incast(Nscc.DEFAULT, false));
    assertThat(dropped.of(SwitchValue.TRIMMED)).isZero();
    assertThat(dropped.lost(Packet.Kind.DATA)).isPositive();
    assertThat(trimmed.simulatedPs()).isLessThan(dropped.simulatedPs());
  }

  /** A sender at line rate that ignores trims fills the last link with headers, unless data has a share of it (NDP §3.2). */
  @Test
  void headersLeaveDataItsShare() {
    RunResult strict = run(incast(FixedWindow.DEFAULT, true));
    SetupBuilder setup = incast(FixedWindow.DEFAULT, true);
    setup.queues = new StrictOverDeficit(8, 1500, 1, 1, 1, 1, 1, 1, 1);
    RunResult shared = run(setup);
    assertThat(shared.simulatedPs()).isLessThan(strict.simulatedPs() / 2);
  }

  @Test
  void ofSprayedPacketsToo() {
    SetupBuilder setup = incast(Nscc.DEFAULT, true);
    setup.paths = Sprayed.DEFAULT;
    RunResult result = run(setup);
    assertThat(result.lost()).isZero();
    assertThat(result.hosts().timeouts).isZero();
    double ideal = SENDERS * SIZE * 1.09 * 8e12 / RATE; // headers and gaps
    assertThat(result.simulatedPs() / ideal).as("the last link is busy").isBetween(1.0, 1.15);
  }

  /** Most unsolicited packets are trimmed, of some flows all: headers carry their requests, and trimmed data costs no credit. */
  @ParameterizedTest
  @ValueSource(ints = {24, 100})
  void receiversGrantCreditForTrimmedPackets(int senders) {
    SetupBuilder setup = incast(Rccc.DEFAULT, true);
    setup.paths = Sprayed.DEFAULT;
    setup.topology = new Star(senders + 1, RATE, US).build();
    setup.flows = new FlowTable();
    for (int sender = 0; sender < senders; sender++) {
      setup.flows.add(sender, senders, 3, 100, SENDERS * SIZE / senders, 0);
    }
    RunResult result = run(setup);
    assertThat(result.of(SwitchValue.TRIMMED)).isGreaterThan(100);
    assertThat(result.lost()).isZero();
    assertThat(result.hosts().timeouts).isZero();
    double ideal = SENDERS * SIZE * 1.09 * 8e12 / RATE;
    assertThat(result.simulatedPs() / ideal).as("the last link is seldom idle").isBetween(1.0, 1.35);
  }

  /** Eight hosts send small packets at line rate and ignore trims: their headers alone are more than the last link takes. */
  @Test
  void headersHaveALimitToo() {
    var setup = incast(NoControl.DEFAULT, true);
    setup.topology = new Star(9, RATE, US).build();
    setup.payloadBytes = 100;
    setup.flows = new FlowTable();
    for (int sender = 0; sender < 8; sender++) {
      setup.flows.add(sender, 8, 3, 100, 100_000_000, 0);
    }
    setup.untilPs = 100 * US;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.lost(Packet.Kind.TRIMMED)).isPositive();
    assertThat(result.lost(Packet.Kind.DATA)).isZero();
    assertThat(result.of(SwitchValue.PEAK_BUFFER_BYTES)).isBetween(9 * 65_536L - 64, 9 * 65_536L + setup.bufferBytes);
  }

  @Test
  void survivesLossesOfHeadersAndAnswers() {
    SetupBuilder setup = incast(Nscc.DEFAULT, true);
    setup.lossRate = 0.01;
    RunResult result = run(setup);
    assertThat(result.lost(Packet.Kind.TRIMMED) + result.lost(Packet.Kind.TRIM_NACK)).isPositive();
  }

  @Test
  void nsccAimsLowerWhereSwitchesTrim() {
    var path = PathFacts.of(RATE, 12 * US, 1000);
    var plain = Nscc.DEFAULT.start(path);
    var trimming = Nscc.DEFAULT.start(path.trimming(true));
    assertThat(trimming.windowBytes()).isEqualTo(plain.windowBytes());
    assertThat(path.trimming(true).withBaseRtt(5 * US).trims()).isTrue();
    var facts = new Feedback();
    for (int ack = 1; ack <= 20_000; ack++) { // delay of 10 us, all marked: above nine, and below twelve
      facts.nowPs = ack * US;
      facts.ackedBytes = ack * 1000L;
      facts.arrivedBytes = facts.ackedBytes;
      facts.rttPs = 22 * US;
      facts.ecnMarked = true;
      plain.onAck(facts);
      trimming.onAck(facts);
    }
    assertThat(plain.windowBytes()).isEqualTo(225_000);
    assertThat(trimming.windowBytes()).isLessThan(100_000);
  }

  @Test
  void rejectsIncompatibleFeatures() {
    SetupBuilder setup = incast(Nscc.DEFAULT, true);
    setup.pfc = true;
    setup.recovery = GoBackN.DEFAULT;
    setup.queues = RoundRobinQueues.DEFAULT;
    assertThat(setup.build().problems()).extracting(Problem::sentence).containsExactly(
        "trim replaces drops, and with PFC switches pause instead of dropping; set pfc: false",
        "trim reports single packets as lost, and recovery go-back-n cannot retransmit single packets; use recovery: selective",
        "trim needs ports that send several trimmed headers (priority 6) for each data packet; use queues: strict-dwrr");
  }

  /** The header of a class with IPv6 framing is larger than the least frame. */
  @ParameterizedTest
  @EnumSource
  void trimmedFramesOfAClassHaveItsFraming(Trimming.To to) {
    SetupBuilder setup = incast(FixedWindow.DEFAULT, true);
    setup.trim = new Trimming(64, 10, to);
    setup.classes.add(new FlowClass("ipv6", FixedWindow.DEFAULT, NativeFormat.DEFAULT,
        new FlowClass.Own(Framing.ROCEV2_IPV6, null, null, null, null)));
    setup.flows.classify(SENDERS / 2, 1, 0);
    assertThat(setup.build().problems()).isEmpty();
    var sizes = new TreeMap<Integer, Set<Integer>>();
    RunResult result = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.TRIMMED || packet.kind == Packet.Kind.RETURNED) {
        sizes.computeIfAbsent((int) packet.flow().flowClass(), _ -> new TreeSet<>()).add(packet.sizeBytes);
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(SENDERS);
    assertThat(sizes).isEqualTo(
        Map.of(0, Set.of(Framing.ROCEV2.trimmedBytes(0)), 1, Set.of(Framing.ROCEV2_IPV6.trimmedBytes(0))));
  }

  /** Trimmed packets have the size that switches are set to leave, and never more than before. */
  @Test
  void trimmedFramesHaveTheGivenSize() {
    SetupBuilder setup = incast(Nscc.DEFAULT, true);
    setup.trim = new Trimming(256, 10);
    var sizes = new TreeSet<Integer>();
    var simulation = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.TRIMMED) {
        sizes.add(packet.sizeBytes);
      }
      wire.send(packet, endPs);
    });
    RunResult result = simulation.run();
    assertThat(result.of(SwitchValue.TRIMMED)).isPositive();
    assertThat(sizes).isEqualTo(Set.of(256));
    assertThat(result.hosts().deliveredBytes).isEqualTo(SENDERS * SIZE);
    assertThat(simulation.fabric().switches()).allMatch(owner -> owner.heldBytes() == 0);
  }
}
