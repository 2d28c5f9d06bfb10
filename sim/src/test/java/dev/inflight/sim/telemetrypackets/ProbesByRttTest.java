package dev.inflight.sim.telemetrypackets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Probes once in each measured round trip, as cables show it (draft-miao-rtgwg-hpccplus §6.2.1, §7.1). */
class ProbesByRttTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int SENDERS = 6;
  private static final long BYTE_PS = 80;
  /** Additive steps that are so large that the flows keep a queue of several windows. */
  private static final double STEP_BYTES = 20_000;
  /** A probe waits for a data packet that is leaving, and the port for the gap behind it. */
  private static final long WAIT_PS = US / 5;

  private final WatchedWires wires = new WatchedWires();
  private final Map<Flow, TreeMap<Long, Long>> measuredPs = new HashMap<>(); // by the instant of the answer
  private final Map<Flow, TreeMap<Long, Long>> probesPs = new HashMap<>(); // departure of each, by number

  private void run(Probes.Rtt rtt) {
    var setup = new SetupBuilder();
    setup.topology = new Star(SENDERS + 1, RATE, US).build();
    setup.scheme = new Hpcc(0.95, 5, STEP_BYTES, 100, 0, ReactionMode.BOTH, 0);
    setup.telemetryPackets = new Probes(0, Probes.First.AFTER_PERIOD, rtt);
    for (int sender = 0; sender < SENDERS; sender++) {
      setup.flows.add(sender, SENDERS, 3, 100, 1_000_000, 0);
    }
    new Simulation(setup.build(), Recorder.NONE, wires::around).run();
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      for (WatchedWires.Sight sight : sights) {
        if (port instanceof Nic && port.node() == flow.source() && sight.kind() == Packet.Kind.PROBE) {
          probesPs.computeIfAbsent(flow, _ -> new TreeMap<>()).put(sight.number(),
              sight.leftPs() - (sight.sizeBytes() + 20) * BYTE_PS);
        }
      }
    }));
    var leftPs = new HashMap<Flow, Map<Long, Long>>();
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      for (WatchedWires.Sight sight : sights) {
        if (port instanceof Nic && port.node() == flow.source() && sight.kind() == Packet.Kind.DATA) {
          leftPs.computeIfAbsent(flow, _ -> new HashMap<>()).put(sight.sequence() + sight.payloadBytes(),
              sight.leftPs() - (sight.sizeBytes() + 20) * BYTE_PS);
        }
      }
    }));
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      for (WatchedWires.Sight sight : sights) {
        Map<Long, Long> of = sight.kind() == Packet.Kind.NOTIFICATION ? probesPs.get(flow) : leftPs.get(flow);
        Long startPs = of.get(sight.kind() == Packet.Kind.NOTIFICATION ? sight.reported() : sight.sequence());
        if (port.far().node() == flow.source() && startPs != null) {
          long arrivedPs = sight.leftPs() + port.delayPs();
          measuredPs.computeIfAbsent(flow, _ -> new TreeMap<>()).put(arrivedPs, arrivedPs - startPs);
        }
      }
    }));
  }

  @Test
  void waitForTheRoundTripThatWasMeasuredLast() {
    run(Probes.Rtt.MEASURED);
    assertThat(probesPs).hasSize(SENDERS);
    int compared = 0;
    for (Map.Entry<Flow, TreeMap<Long, Long>> flow : probesPs.entrySet()) {
      TreeMap<Long, Long> probes = flow.getValue();
      for (long number = 2; number + 1 < probes.size(); number++) {
        long gapPs = probes.get(number + 1) - probes.get(number);
        // The timer ran out while the probe waited for the port, at most two data packets before it left.
        Collection<Long> rttsPs = measuredPs.get(flow.getKey())
            .subMap(probes.get(number) - WAIT_PS, true, probes.get(number), true).values();
        Map.Entry<Long, Long> before = measuredPs.get(flow.getKey()).lowerEntry(probes.get(number) - WAIT_PS);
        assertThat(Stream.concat(rttsPs.stream(), Stream.of(before.getValue())))
            .as("%s, probe %d after %d", flow.getKey(), number, gapPs)
            .anyMatch(rttPs -> Math.abs(gapPs - rttPs) <= WAIT_PS && rttPs > 6 * US);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(5 * SENDERS);
  }

  @Test
  void areMoreWhereThePeriodIsThatOfTheIdleFabric() {
    run(Probes.Rtt.BASE);
    int often = probesPs.values().stream().mapToInt(Map::size).sum();
    probesPs.clear();
    wires.seen.clear();
    run(Probes.Rtt.MEASURED);
    int seldom = probesPs.values().stream().mapToInt(Map::size).sum();
    assertThat((double) often / seldom).isBetween(1.5, 7.0);
  }
}
