package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.carrier.EveryPacket;
import dev.inflight.net.carrier.Probes;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Poisson;
import java.util.HashMap;
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
    setup.recovery = Tcp.DEFAULT;
    setup.framing = Framing.TCP;
    setup.carrier = Probes.DEFAULT;
    setup.scheme = scheme(scheme);
    setup.pfc = false;
    setup.ecn = new TreeMap<>(Map.of(RATE, new EcnThresholds(300_000, 300_000, 1)));
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 500 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 4);
    return setup;
  }

  private static Scheme scheme(String name) {
    return switch (name) {
      case "hpcc" -> Hpcc.DEFAULT;
      case "dctcp" -> Dctcp.DEFAULT;
      default -> FixedWindow.DEFAULT;
    };
  }

  @ParameterizedTest
  @CsvSource({"hpcc, 0", "hpcc, 0.01", "hpcc, 0.05", "dctcp, 0", "dctcp, 0.01", "dctcp, 0.05", "fixed-window, 0.01"})
  void allFlowsFinish(String scheme, double lossRate) {
    SetupBuilder setup = setup(scheme);
    setup.lossRate = lossRate;
    RunResult result = new Simulation(setup.build(), Recorder.NONE).run();
    System.out.println(scheme + " " + lossRate + " " + result.endPs() / US + "us timeouts " + result.hosts().timeouts + " rexmit "
        + result.hosts().retransmittedBytes + " delivered " + result.hosts().deliveredBytes + " useless "
        + result.hosts().uselessBytes + " acks " + result.hosts().acks + " data " + result.hosts().dataPackets + " probes "
        + result.hosts().probes);
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
  }
}
