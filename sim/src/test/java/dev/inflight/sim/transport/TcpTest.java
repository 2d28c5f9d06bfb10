package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Poisson;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TCP in whole runs, driven by probes, by marks and by nothing (draft-miao-rtgwg-hpccplus §7.2). */
class TcpTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int PAYLOAD = 1000;

  private static SetupBuilder setup(String scheme) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(3, 2, 4, RATE, RATE, US, 1).build();
    setup.recovery = scheme.equals("swift") ? new Tcp(Tcp.DEFAULT.minRtoPs(), 1, 0, Tcp.DEFAULT.burstBytes()) : Tcp.DEFAULT;
    setup.framing = Framing.TCP;
    setup.telemetryPackets = Probes.DEFAULT;
    setup.scheme = scheme(scheme);
    setup.pfc = false;
    setup.ecn = new TreeMap<>(Map.of(PortClass.ofRate(RATE), new EcnThresholds(300_000, 300_000, 1)));
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 500 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return setup;
  }

  private static Scheme scheme(String name) {
    return switch (name) {
      case "hpcc" -> Hpcc.DEFAULT;
      case "dctcp" -> Dctcp.DEFAULT;
      case "swift" -> Swift.DEFAULT;
      default -> FixedWindow.DEFAULT;
    };
  }

  @ParameterizedTest
  @CsvSource({"hpcc, 0", "hpcc, 0.01", "hpcc, 0.05", "dctcp, 0", "dctcp, 0.01", "dctcp, 0.05", "fixed-window, 0",
      "fixed-window, 0.01", "swift, 0", "swift, 0.01"})
  void eachByteIsDeliveredOnce(String scheme, double lossRate) {
    SetupBuilder setup = setup(scheme);
    setup.lossRate = lossRate;
    setup.events.add(new LinkDown(100 * US, 12, 15));
    setup.events.add(new LinkUp(200 * US, 12, 15));
    long sizes = 0;
    for (int row = 0; row < setup.flows.count(); row++) {
      sizes += setup.flows.sizeBytes(row);
    }
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().deliveredBytes).isEqualTo(sizes);
    assertThat(result.hosts().nacks).isZero();
    assertThat(result.hosts().cnps).isZero();
    assertThat(result.lost(Packet.Kind.DATA)).as("by rate, and by the link that goes down").isPositive();
    assertThat(result.hosts().probes).isEqualTo(result.hosts().probesTaken + result.lost(Packet.Kind.PROBE));
    assertThat(result.hosts().notificationsSent).isEqualTo(result.hosts().notifications + result.lost(Packet.Kind.NOTIFICATION));
    assertThat(result.hosts().probes > 0).isEqualTo(scheme.equals("hpcc"));
    assertThat(new Simulation(setup.build(), Recorder.NONE).run().endPs()).as("again").isEqualTo(result.endPs());
  }

  /** RFC 5681 §4.2: at least every second segment is acknowledged, and not more without need. */
  @Test
  void everySecondSegmentIsAcknowledged() {
    var setup = one(Tcp.DEFAULT);
    setup.flows.add(0, 2, 3, 100, 1_000_000, 0);
    assertThat(new Simulation(setup.build(), Recorder.NONE).run().hosts().acks).isEqualTo(500);
    setup.recovery = new Tcp(1000 * US, 1, 0, 1);
    assertThat(new Simulation(setup.build(), Recorder.NONE).run().hosts().acks).isEqualTo(1000);
  }

  /** RFC 5681 §4.2: a segment that waits for a second one waits no longer than the delay. */
  @Test
  void anAcknowledgementWaitsNoLongerThanItsTime() {
    var setup = one(new Tcp(1000 * US, 1000, 50 * US, 1));
    setup.scheme = new FixedWindow(0.1); // a few segments, and then nothing comes before the acknowledgement
    setup.flows.add(0, 2, 3, 100, 20_000, 0);
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(1);
    assertThat(result.hosts().timeouts).isZero();
    assertThat(result.endPs()).isBetween(50 * US, 100 * US);
  }

  /** Segmentation offload: up to a burst leaves back to back, and no other flow's segments between; without it flows take turns. */
  @ParameterizedTest
  @CsvSource({"65536, 10, 66", "8000, 4, 9", "1, 1, 2"})
  void aBurstLeavesAsOne(long burstBytes, int least, int most) {
    var setup = one(new Tcp(1000 * US, 2, 500 * US, burstBytes));
    setup.scheme = new FixedWindow(8);
    setup.flows.add(0, 2, 3, 100, 1_000_000, 0);
    setup.flows.add(0, 3, 3, 101, 1_000_000, 0);
    Map<Integer, Integer> runs = new TreeMap<>(); // number of packets of each length
    Flow[] last = new Flow[1];
    int[] length = new int[1];
    new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      if (packet.kind == Packet.Kind.DATA && from instanceof Nic && endPs < 100 * US) {
        if (packet.flow == last[0]) {
          length[0]++;
        } else {
          runs.merge(length[0], 1, Integer::sum);
          length[0] = 1;
        }
        last[0] = packet.flow;
      }
      wire.send(packet, endPs);
    }).run();
    runs.remove(0);
    assertThat(runs).isNotEmpty();
    assertThat(runs.keySet().stream().mapToInt(Integer::intValue).max().orElseThrow()).isBetween(least, most);
  }

  private static SetupBuilder one(Tcp recovery) {
    var setup = setup("fixed-window");
    setup.flows = new FlowTable();
    setup.recovery = recovery;
    return setup;
  }
}
