package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sixty-four senders to one over TCP, into a buffer that cannot hold their first windows: each packet is accounted for, at any time. */
class TcpIncastTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int SENDERS = 64;
  private static final long SIZE = 100_500;

  /** Arrival at the other end of its cable of a packet that has left a port, and whether that is a host's. */
  private record Leaving(Packet.Kind kind, boolean fromHost, long arrivesPs) {
  }

  private final List<Leaving> all = new ArrayList<>();

  private Wire counted(Port from, Wire wire) {
    return (packet, endPs) -> {
      all.add(new Leaving(packet.kind, from instanceof Nic, endPs + from.delayPs()));
      wire.send(packet, endPs);
    };
  }

  private static SetupBuilder setup(Scheme scheme) {
    var setup = new SetupBuilder();
    setup.topology = new Star(SENDERS + 1, RATE, US).build();
    boolean measures = scheme.signals().contains(Signal.RTT);
    setup.recovery = measures ? new Tcp(Tcp.DEFAULT.minRtoPs(), 1, 0, Tcp.DEFAULT.burstBytes()) : Tcp.DEFAULT;
    setup.framing = Framing.TCP;
    setup.telemetryPackets = new Probes(0, Probes.First.AT_ONCE, Probes.Rtt.BASE);
    setup.scheme = scheme;
    setup.pfc = false;
    setup.bufferBytes = 1_000_000;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(100_000, 100_000, 1));
    new Incast(SENDERS, SENDERS, SIZE, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  private static Scheme scheme(String name) {
    return switch (name) {
      case "hpcc" -> Hpcc.DEFAULT;
      case "dctcp" -> Dctcp.DEFAULT;
      default -> Swift.DEFAULT;
    };
  }

  @ParameterizedTest
  @CsvSource({"hpcc", "dctcp", "swift"})
  void eachPacketIsConsumedOrLost(String scheme) {
    var simulation = new Simulation(setup(scheme(scheme)).build(), Recorder.NONE, this::counted);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isEqualTo(SENDERS);
    assertThat(result.hosts().deliveredBytes).isEqualTo(SENDERS * SIZE);
    assertThat(result.lost(Packet.Kind.DATA)).isGreaterThan(500);
    assertThat(result.hosts().probes > 0).isEqualTo(scheme.equals("hpcc"));
    assertThat(simulation.fabric().packetsInside()).isZero();
    assertEachIsSomewhere(simulation, result, Long.MAX_VALUE);
    for (Packet.Kind kind : Packet.Kind.values()) {
      assertThat(count(kind, true, Long.MAX_VALUE)).as("%s", kind)
          .isEqualTo(count(kind, false, Long.MAX_VALUE) + result.lost(kind))
          .satisfies(made -> assertThat(made > 0).isEqualTo(ofTcp(kind, scheme)));
    }
    assertThat(result.hosts().dataPackets).isEqualTo(count(Packet.Kind.DATA, true, Long.MAX_VALUE));
    if (scheme.equals("dctcp")) { // acknowledgements that come after a flow's end are not counted: swift has one for each segment
      assertThat(result.hosts().acks).isEqualTo(count(Packet.Kind.ACK, false, Long.MAX_VALUE));
    }
    assertThat(result.hosts().probesTaken).isEqualTo(count(Packet.Kind.PROBE, false, Long.MAX_VALUE));
    assertThat(result.hosts().notifications).isEqualTo(count(Packet.Kind.NOTIFICATION, false, Long.MAX_VALUE));
  }

  private static boolean ofTcp(Packet.Kind kind, String scheme) {
    return kind == Packet.Kind.DATA || kind == Packet.Kind.ACK
        || scheme.equals("hpcc") && (kind == Packet.Kind.PROBE || kind == Packet.Kind.NOTIFICATION);
  }

  @ParameterizedTest
  @CsvSource({"hpcc, 8", "hpcc, 60", "hpcc, 500", "dctcp, 20", "dctcp, 70", "dctcp, 500", "swift, 50"})
  void eachPacketIsSomewhereInTheMiddle(String scheme, long atUs) {
    SetupBuilder setup = setup(scheme(scheme));
    setup.untilPs = atUs * US;
    var simulation = new Simulation(setup.build(), Recorder.NONE, this::counted);
    RunResult result = simulation.run();
    assertThat(result.flowsFinished()).isLessThan(SENDERS);
    assertEachIsSomewhere(simulation, result, setup.untilPs);
  }

  /** Number of packets that have left hosts, or have arrived at hosts, by a time. */
  private long count(Packet.Kind kind, boolean leftHost, long atPs) {
    return all.stream()
        .filter(packet -> packet.kind == kind && packet.fromHost == leftHost && (leftHost || packet.arrivesPs < atPs)).count();
  }

  /** Of each kind: the packets that hosts have sent have arrived at hosts, or are lost, queued or on a wire. */
  private void assertEachIsSomewhere(Simulation simulation, RunResult result, long atPs) {
    Map<Packet.Kind, Integer> queued = new EnumMap<>(Packet.Kind.class);
    for (Switch owner : simulation.fabric().switches()) {
      for (SwitchPort port : owner.ports()) {
        for (Packet packet : port.waitingPackets()) {
          queued.merge(packet.kind, 1, Integer::sum);
        }
      }
    }
    for (Packet.Kind kind : Packet.Kind.values()) {
      long onWires = all.stream().filter(packet -> packet.kind == kind && packet.arrivesPs >= atPs).count();
      long lost = result.lost(kind);
      assertThat(count(kind, false, atPs) + lost + queued.getOrDefault(kind, 0) + onWires).as("%s at %d ps", kind, atPs)
          .isEqualTo(count(kind, true, atPs));
    }
  }
}
