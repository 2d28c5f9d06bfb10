package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.measure.SwitchValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Datagrams under HPCC++ (draft-miao-rtgwg-hpccplus §7): the window holds though nothing is acknowledged. */
class UnreliableTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int PAYLOAD = 1000;

  private static SetupBuilder setup(Recovery recovery, long periodPs) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.recovery = recovery;
    setup.telemetryPackets = new Probes(periodPs, Probes.First.AFTER_PERIOD, Probes.Rtt.BASE);
    return setup;
  }

  /** Data that has left before a packet that reaches its receiver's cable, and the time of its arrival. */
  private record Mark(long leftBefore, long arrivesPs) {
  }

  /** A second computation, from cables alone: data that has left and not come, and was not passed by any later packet. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0, 4", "0.01, 1", "0.01, 4", "0.01, 20"})
  void noMoreIsInFlightThanTheWindowAndAPacket(double lossRate, long periodUs) {
    SetupBuilder setup = setup(Unreliable.DEFAULT, periodUs * US);
    setup.lossRate = lossRate;
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 500 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    Map<Flow, Long> left = new HashMap<>();
    Map<Flow, Map<Long, Long>> leftBeforeProbe = new HashMap<>();
    Map<Flow, Deque<Mark>> marks = new HashMap<>();
    Map<Flow, Long> settled = new HashMap<>();
    long[] checked = new long[2];
    RunResult result = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      Flow flow = packet.flow;
      boolean forward = packet.kind == Packet.Kind.DATA || packet.kind == Packet.Kind.PROBE;
      if (forward && from instanceof Nic) {
        long startPs = endPs - (packet.sizeBytes + 20) * 80L;
        for (Deque<Mark> of = marks.getOrDefault(flow, new ArrayDeque<>()); !of.isEmpty() && of.peek().arrivesPs <= startPs;) {
          settled.merge(flow, of.poll().leftBefore, Math::max);
        }
        if (packet.kind == Packet.Kind.PROBE) {
          leftBeforeProbe.computeIfAbsent(flow, _ -> new HashMap<>()).put(packet.number, left.getOrDefault(flow, 0L));
        } else {
          assertThat(packet.sequence).as("each byte once").isEqualTo(left.getOrDefault(flow, 0L));
          left.merge(flow, (long) packet.payloadBytes, Long::sum);
          long inFlight = left.get(flow) - settled.getOrDefault(flow, 0L);
          assertThat(inFlight).isLessThanOrEqualTo(Sender.of(flow).windowBytes() + PAYLOAD);
          checked[inFlight > Sender.of(flow).windowBytes() / 2 ? 0 : 1]++;
        }
      } else if (forward && from.far().node() == flow.destination()) {
        long before = packet.kind == Packet.Kind.DATA
            ? packet.sequence + packet.payloadBytes
            : leftBeforeProbe.get(flow).get(packet.number);
        marks.computeIfAbsent(flow, _ -> new ArrayDeque<>()).add(new Mark(before, endPs + US));
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().retransmittedBytes).isZero();
    assertThat(result.hosts().acks).isZero();
    assertThat(checked[0]).as("the window is what holds them").isGreaterThan(3000);
    assertThat(checked[1]).isGreaterThan(500);
    long sizes = 0;
    for (Flow flow : left.keySet()) {
      sizes += flow.sizeBytes();
    }
    assertThat(result.hosts().deliveredBytes + result.hosts().unrecoveredBytes).isEqualTo(sizes);
    assertThat(result.hosts().unrecoveredBytes > 0).isEqualTo(lossRate > 0);
    assertThat(result.lost(Packet.Kind.DATA) > 0).isEqualTo(lossRate > 0);
  }

  /** The number in a tally is that of the arrived bytes: a second computation at the receiver's cable. */
  @Test
  void tallyCountsArrivedBytes() {
    SetupBuilder setup = setup(Unreliable.DEFAULT, 2 * US);
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 500 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    Map<Flow, Deque<Mark>> coming = new HashMap<>();
    Map<Flow, Long> come = new HashMap<>();
    Map<Flow, Long> last = new HashMap<>();
    long[] tallies = new long[1];
    new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      Flow flow = packet.flow;
      if (packet.kind == Packet.Kind.DATA && from.far().node() == flow.destination()) {
        coming.computeIfAbsent(flow, _ -> new ArrayDeque<>()).add(new Mark(packet.payloadBytes, endPs + US));
      } else if (packet.kind == Packet.Kind.TALLY && from instanceof Nic) {
        long startPs = endPs - (packet.sizeBytes + 20) * 80L;
        for (Deque<Mark> of = coming.getOrDefault(flow, new ArrayDeque<>()); !of.isEmpty() && of.peek().arrivesPs <= startPs;) {
          come.merge(flow, of.poll().leftBefore, Long::sum);
        }
        assertThat(packet.sequence).isBetween(last.getOrDefault(flow, 0L), come.getOrDefault(flow, 0L));
        last.put(flow, packet.sequence);
        tallies[0]++;
      }
      wire.send(packet, endPs);
    }).run();
    assertThat(tallies[0]).isGreaterThan(500);
    last.forEach((flow, counted) -> assertThat(counted).isEqualTo(flow.sizeBytes()));
  }

  /** The last packet is followed by a probe at once, and probes are many enough for the window to move on. */
  @ParameterizedTest
  @ValueSource(longs = {1000, 50_000, 2_000_000})
  void aFlowAloneIsHardlySlowerThanOneThatIsAcknowledged(long size) {
    long[] ends = new long[2];
    for (int which = 0; which < 2; which++) {
      SetupBuilder setup = setup(which == 0 ? GoBackN.DEFAULT : Unreliable.DEFAULT, US);
      setup.flows.add(0, 11, 3, 100, size, 0);
      ends[which] = new Simulation(setup.build(), Recorder.NONE).run().endPs();
    }
    assertThat((double) ends[1] / ends[0]).isLessThan(1.15);
  }

  @Test
  void anIncastIsControlled() {
    long[] peaks = new long[2];
    for (int which = 0; which < 2; which++) {
      SetupBuilder setup = setup(which == 0 ? GoBackN.DEFAULT : Unreliable.DEFAULT, US);
      setup.topology = new Star(17, RATE, US).build();
      new Incast(16, 16, 500_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
      RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
      assertThat(result.flowsFinished()).isEqualTo(16);
      assertThat(result.belowLineShare()).isGreaterThan(0.8);
      peaks[which] = result.of(SwitchValue.PEAK_BUFFER_BYTES);
    }
    assertThat((double) peaks[1] / peaks[0]).isBetween(0.8, 1.1);
  }

  @Test
  void theSentences() {
    assertThat(problem(setup -> setup.telemetryPackets = dev.inflight.net.telemetrypackets.EveryDataPacket.DEFAULT))
        .isEqualTo("recovery unreliable has no"
            + " acknowledgements, so only probes report the bytes in flight; use telemetryPackets: probes");
    assertThat(problem(setup -> setup.feedback = ByWindows.DEFAULT))
        .isEqualTo("recovery unreliable needs answers to probes, and with"
            + " feedback: receiver-windows there are none; use feedback: acks");
    assertThat(problem(setup -> setup.scheme = dev.inflight.cc.rival.NoControl.DEFAULT))
        .startsWith("recovery unreliable needs probes, and a" + " flow of scheme")
        .endsWith("sends none because it receives no telemetry; use scheme: hpcc");
  }

  private static String problem(java.util.function.Consumer<SetupBuilder> change) {
    SetupBuilder setup = setup(Unreliable.DEFAULT, US);
    change.accept(setup);
    return setup.build().problems().getFirst().sentence();
  }
}
