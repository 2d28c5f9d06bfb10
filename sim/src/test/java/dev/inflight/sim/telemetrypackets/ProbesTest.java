package dev.inflight.sim.telemetrypackets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Probes as seen on the cables: their departure times and paths, and data without telemetry (draft-miao-rtgwg-hpccplus §6.2.1). */
class ProbesTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long PERIOD_PS = 9 * US;

  private final WatchedWires wires = new WatchedWires();

  private RunResult run(Probes.First first) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.telemetryPackets = new Probes(PERIOD_PS, first, Probes.Rtt.BASE);
    setup.flows.add(0, 11, 3, 100, 400_000, 0);
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 1000 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return new Simulation(setup.build(), Recorder.NONE, wires::around).run();
  }

  @ParameterizedTest
  @EnumSource
  void dataCarriesNothing(Probes.First first) {
    RunResult result = run(first);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(wires.all(Packet.Kind.DATA)).hasSizeGreaterThan(10_000).allMatch(sight -> sight.telemetryBytes() == 0);
    assertThat(wires.all(Packet.Kind.ACK)).allMatch(sight -> sight.telemetryBytes() == 0);
    assertThat(wires.all(Packet.Kind.PROBE)).hasSizeGreaterThan(300).allMatch(sight -> sight.telemetryBytes() > 0);
    assertThat(result.hosts().telemetryWireBytes).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theBytesOfProbesAreThoseOnTheCables(Probes.First first) {
    RunResult result = run(first);
    long bytes = Stream.of(Packet.Kind.PROBE, Packet.Kind.NOTIFICATION).flatMap(kind -> wires.all(kind).stream())
        .mapToLong(sight -> sight.sizeBytes() + 20).sum();
    assertThat(result.hosts().probeWireBytes).isEqualTo(bytes).isPositive();
    long all = wires.seen.values().stream().flatMap(flows -> flows.values().stream()).flatMap(List::stream)
        .mapToLong(sight -> sight.sizeBytes() + 20).sum();
    assertThat(result.wireBytes()).as("and nothing but flows here").isEqualTo(all);
  }

  /** Every port that a flow's data leaves through sees its data and probes in the order in which they left the NIC, in one queue. */
  @ParameterizedTest
  @EnumSource
  void aProbeStaysBetweenTheDataThatItLeftBetween(Probes.First first) {
    run(first);
    Map<Flow, List<String>> atNic = new HashMap<>();
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      if (port instanceof Nic && port.node() == flow.source()) {
        atNic.put(flow, forward(sights));
      }
    }));
    int compared = 0;
    for (Map.Entry<Port, Map<Flow, List<WatchedWires.Sight>>> port : wires.seen.entrySet()) {
      for (Map.Entry<Flow, List<WatchedWires.Sight>> flow : port.getValue().entrySet()) {
        List<String> here = forward(flow.getValue());
        if (!here.isEmpty()) {
          assertThat(here).as("%s of %s", flow.getKey(), port.getKey()).isEqualTo(atNic.get(flow.getKey()));
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(2 * atNic.size());
  }

  private static List<String> forward(List<WatchedWires.Sight> sights) {
    return sights.stream().filter(sight -> sight.kind() == Packet.Kind.DATA || sight.kind() == Packet.Kind.PROBE)
        .map(sight -> sight.kind() + " " + sight.number() + " priority " + sight.priority()).toList();
  }

  /** Time at which a flow's data in flight starts or ends, or a probe leaves: a second computation, from cables alone. */
  private record Moment(long atPs, long inFlightBytes, boolean isAck) {
  }

  @ParameterizedTest
  @EnumSource
  void oneForEachPeriodWithDataInFlightAndNoneElse(Probes.First first) {
    run(first);
    int withSeveral = 0;
    var probesOf = new HashMap<Flow, Integer>();
    var moments = new HashMap<Flow, List<Moment>>();
    var leftAt = new HashMap<Flow, List<Long>>();
    wires.seen.forEach((port, flows) -> flows.forEach((flow, sights) -> {
      for (WatchedWires.Sight sight : sights) {
        long startPs = sight.leftPs() - (sight.sizeBytes() + 20) * 80L; // at 100 Gb/s a byte takes 80 ps
        if (port.node() == flow.source() && sight.kind() == Packet.Kind.DATA) {
          moments.computeIfAbsent(flow, _ -> new ArrayList<>())
              .add(new Moment(startPs, sight.sequence() + sight.payloadBytes(), false));
        } else if (port.node() == flow.source() && sight.kind() == Packet.Kind.PROBE) {
          probesOf.merge(flow, 1, Integer::sum);
          leftAt.computeIfAbsent(flow, _ -> new ArrayList<>()).add(startPs);
        } else
          if (port.far().node() == flow.source()
              && (sight.kind() == Packet.Kind.ACK || sight.kind() == Packet.Kind.NOTIFICATION)) {
                moments.computeIfAbsent(flow, _ -> new ArrayList<>())
                    .add(new Moment(sight.leftPs() + port.delayPs(), sight.sequence(), true));
              }
      }
    }));
    for (Flow flow : moments.keySet()) {
      List<Moment> story = moments.get(flow);
      story.sort(Comparator.comparingLong(Moment::atPs));
      long sent = 0;
      long acked = 0;
      long activePs = 0;
      long sincePs = 0;
      var spans = new ArrayList<long[]>();
      for (Moment moment : story) {
        boolean was = sent > acked;
        if (moment.isAck) {
          acked = Math.max(acked, moment.inFlightBytes);
        } else {
          sent = Math.max(sent, moment.inFlightBytes);
        }
        if (!was && sent > acked) {
          sincePs = moment.atPs;
        } else if (was && sent <= acked) {
          activePs += moment.atPs - sincePs;
          spans.add(new long[] {sincePs, moment.atPs});
        }
      }
      int probes = probesOf.getOrDefault(flow, 0);
      assertThat(Math.abs(probes - (double) activePs / PERIOD_PS)).as("%s: %d probes, %d ps active", flow, probes, activePs)
          .isLessThanOrEqualTo(1);
      withSeveral += probes > 3 ? 1 : 0;
      for (long at : leftAt.getOrDefault(flow, List.of())) {
        assertThat(spans).as("a probe at %d", at).anyMatch(span -> span[0] <= at && at <= span[1] + 2 * US); // it may wait for the port
      }
    }
    assertThat(withSeveral).isGreaterThan(10);
  }
}
