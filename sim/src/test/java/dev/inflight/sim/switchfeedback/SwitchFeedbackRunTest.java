package dev.inflight.sim.switchfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.sim.measure.SwitchValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of switches, as seen on the cables, and their benefit (draft-pan-tsvwg-hpccplus §6.3). */
class SwitchFeedbackRunTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int SENDERS = 64;

  /** Eight flows that hold the uplink of their leaf at eta, and 56 that join at once. */
  private static SetupBuilder joining() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 1, SENDERS, RATE, RATE, US, 1).build();
    for (int source = 0; source < SENDERS; source++) {
      boolean first = source < 8;
      setup.flows.add(source, SENDERS + source, 3, 100, first ? 2_000_000 : 500_000, first ? 0 : 300 * US);
    }
    return setup;
  }

  /** An incast in which no switch can notify senders before the last one. */
  private static SetupBuilder incastAcrossLeaves() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(17, 4, 4, RATE, RATE, US, 1).build();
    for (int source = 0; source < SENDERS; source++) {
      setup.flows.add(source, SENDERS, 3, 100, 500_000, 0);
    }
    return setup;
  }

  private static SetupBuilder incast(int senders) {
    var setup = new SetupBuilder();
    setup.topology = new Star(senders + 1, RATE, US).build();
    new Incast(senders, senders, 300_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  private static long peakBytes(SetupBuilder setup, SwitchFeedback answers) {
    setup.switchFeedback = answers;
    var simulation = new Simulation(setup.build(), Recorder.NONE);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().switchAnswers)
        .isEqualTo(result.of(SwitchValue.ANSWERS_SENT) - result.lost(Packet.Kind.SWITCH_ANSWER));
    assertThat(result.of(SwitchValue.ANSWERS_SENT) > 0).isEqualTo(answers instanceof DirectFeedback);
    return result.of(SwitchValue.PEAK_BUFFER_BYTES);
  }

  @Test
  void senderReceivesFirstHopFeedbackBeforeItsWindowEnds() {
    long byAcks = peakBytes(joining(), NoSwitchFeedback.DEFAULT);
    assertThat(byAcks).isGreaterThan(6_000_000);
    assertThat((double) peakBytes(joining(), DirectFeedback.DEFAULT) / byAcks).isLessThan(0.9 / 2);
  }

  @Test
  void aPlainIncastIsNotWorse() {
    assertThat(
        (double) peakBytes(incastAcrossLeaves(), DirectFeedback.DEFAULT)
            / peakBytes(incastAcrossLeaves(), NoSwitchFeedback.DEFAULT))
        .isLessThan(1.03);
    assertThat((double) peakBytes(incast(SENDERS), DirectFeedback.DEFAULT) / peakBytes(incast(SENDERS), NoSwitchFeedback.DEFAULT))
        .isLessThan(0.6);
  }

  /** An answer where it leaves its switch, and its last record of that instant. */
  private record Answer(Flow flow, long number, long queueBytes, long atPs) {
  }

  /** A data packet as it comes to the port of the receiver, and the bytes that wait there then, with the packet. */
  private record Arrival(Flow flow, long number, long atPs, long leastBytes, long mostBytes) {
  }

  private final List<Answer> answers = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();

  /** Runs an incast over a star, which waits at one port; a second computation of that port, from cables alone. */
  private void watch(SetupBuilder setup) {
    int receiver = setup.topology.hostCount() - 1;
    List<long[]> coming = new ArrayList<>(); // time, bytes, index
    List<Object[]> packets = new ArrayList<>();
    List<long[]> leaving = new ArrayList<>(); // time, bytes
    var hops = new Hops(8);
    RunResult result = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      boolean atSwitch = from instanceof SwitchPort;
      if (packet.kind == Packet.Kind.DATA && !atSwitch) {
        coming.add(new long[] {endPs + US, packet.sizeBytes, packets.size()});
        packets.add(new Object[] {packet.flow(), packet.number});
      } else if (packet.kind == Packet.Kind.DATA && from.far().node() == receiver) {
        leaving.add(new long[] {endPs - (packet.sizeBytes + 20) * 80L, packet.sizeBytes - packet.telemetryBytes + 2});
      } else if (packet.kind == Packet.Kind.SWITCH_ANSWER && atSwitch) {
        NativeFormat.DEFAULT.read(packet.telemetry, 0, packet.telemetryBytes, hops);
        int last = hops.count() - 1;
        answers.add(new Answer(packet.flow(), packet.number, hops.queueBytes(last), 0));
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(answers).hasSize((int) result.of(SwitchValue.ANSWERS_SENT));
    coming.sort((a, b) -> Long.compare(a[0], b[0]));
    long came = 0;
    int left = 0;
    long leftBytes = 0;
    int at = 0;
    for (int each = 0; each < coming.size(); each++) {
      long[] packet = coming.get(each);
      while (left < leaving.size() && leaving.get(left)[0] < packet[0]) {
        leftBytes += leaving.get(left++)[1];
      }
      long sameTimeBytes = 0;
      for (int other = each + 1; other < coming.size() && coming.get(other)[0] == packet[0]; other++) {
        sameTimeBytes += coming.get(other)[1];
      }
      came += packet[1];
      long most = came - leftBytes + sameTimeBytes;
      while (at < each && coming.get(at)[0] < packet[0]) {
        at++;
      }
      Object[] what = packets.get((int) packet[2]);
      arrivals.add(new Arrival((Flow) what[0], (long) what[1], packet[0], most - sameTimeBytes - 2 * 1200, most));
    }
  }

  @ParameterizedTest
  @CsvSource({"50000, 2", "100000, 4", "200000, 16"})
  void aFlowHasOneAnswerInATimerAndIsNotPassedOver(long aboveBytes, long timerUs) {
    long timerPs = timerUs * US;
    SetupBuilder setup = incast(24);
    setup.switchFeedback = new DirectFeedback(aboveBytes, timerPs, 4096, 4);
    watch(setup);
    Map<Flow, Map<Long, Arrival>> byNumber = new HashMap<>();
    arrivals.forEach(arrival -> byNumber.computeIfAbsent(arrival.flow, _ -> new HashMap<>()).put(arrival.number, arrival));
    Map<Flow, Set<Long>> periods = new HashMap<>();
    for (Answer answer : answers) {
      Arrival answered = byNumber.get(answer.flow).get(answer.number);
      assertThat(answered).as("what is answered came").isNotNull();
      assertThat(answer.queueBytes).isGreaterThanOrEqualTo(aboveBytes - aboveBytes % 64);
      assertThat(answered.mostBytes).as("it came into a long queue").isGreaterThanOrEqualTo(aboveBytes);
      assertThat(periods.computeIfAbsent(answer.flow, _ -> new HashSet<>()).add(answered.atPs / timerPs)).as("once").isTrue();
    }
    int long_ = 0;
    for (Arrival arrival : arrivals) {
      if (arrival.leastBytes >= aboveBytes) {
        long_++;
        long period = arrival.atPs / timerPs;
        Set<Long> of = periods.getOrDefault(arrival.flow, Set.of());
        assertThat(of.contains(period) || of.contains(period - 1)).as("answered within two timers: %s", arrival).isTrue();
      }
    }
    assertThat(long_).isGreaterThan(500);
    assertThat(answers).hasSizeGreaterThan(20);
  }
}
