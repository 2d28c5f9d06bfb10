package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.balance.RoutingRules;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.route.SeededEcmp;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.util.SplitMix;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SwitchTest {
  @Test
  void ecnMarksNothingBelowKminAndEverythingAboveKmax() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(100_000, 100_000, 1));
    net.build();
    net.flow(0, 2, 90_000, 0); // half of two flows' bytes queue: up to 90 kB
    net.flow(1, 2, 90_000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().acksWithMarks).isZero();
    long queued = TestNet.portTo(net.fabric.switches().getFirst(), 2).peakBytes();
    assertThat(queued).isBetween(80_000L, 100_000L);
    net.flow(0, 2, 400_000, 10 * MS);
    net.flow(1, 2, 400_000, 10 * MS);
    net.run().assertAllFinished();
    long marked = net.fabric.counters().acksWithMarks;
    assertThat(marked).isBetween(500L, 760L); // the queue is above Kmax for most of the 800 packets
    assertThat(TestNet.portTo(net.fabric.switches().getFirst(), 2).marks()).isEqualTo(marked);
  }

  @Test
  void ecnMarksWithAProbabilityThatRisesInBetween() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(0, 10_000_000, 1));
    net.audited = false;
    net.build();
    net.flow(0, 2, 2_000_000, 0);
    net.flow(1, 2, 2_000_000, 0);
    net.run().assertAllFinished();
    // The queue rises to 2 MB and falls again: a mean of about 1 MB of 10 MB, so a tenth of 4000 packets; sigma is 19.
    assertThat(net.fabric.counters().acksWithMarks).isBetween(300L, 500L);
  }

  /** The random numbers of all ports of a switch, and when they were drawn: by the number of the event. */
  private static final class CountedDraws implements MarkingRandom {
    private final TestNet net;
    private final SplitMix numbers = new SplitMix(1, 1);
    private long lastDraw = -1;
    private int resumes;

    CountedDraws(TestNet net) {
      this.net = net;
    }

    @Override
    public double next() {
      lastDraw = net.loop.fired;
      return numbers.nextDouble();
    }

    @Override
    public void pauseFrameSent() {
      Switch owner = net.fabric.switches().getFirst();
      if (Arrays.stream(owner.ports()).noneMatch(port -> owner.isPausing(port, 3))) { // all pauses have ended: a RESUME
        resumes++;
        assertThat(lastDraw).as("the last draw before a RESUME, by event").isEqualTo(net.loop.fired);
      }
    }
  }

  @Test
  void aLeavingPacketsMarkIsDrawnBeforeTheResumeThatItSetsFree() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.bufferBytes = 3 * TestLimits.portBytes(100 * G, US, Framing.ROCEV2) + 500_000;
    net.ecn = Map.of(PortClass.ofRate(100 * G), new EcnThresholds(0, 10_000_000, 1)); // every packet with another one behind it is drawn for
    var draws = new CountedDraws(net);
    net.draws = port -> draws;
    net.build();
    net.flow(0, 2, 500_000, 0);
    net.flow(1, 2, 500_000, 0);
    net.run().assertAllFinished();
    assertThat(draws.resumes).isPositive();
  }

  @Test
  void parallelLinksShareTheFlows() {
    var links = new Topology.Builder();
    int hosts = links.hosts(20);
    int left = links.switches(1);
    int right = links.switches(1);
    for (int host = 0; host < 20; host++) {
      links.link(hosts + host, host < 10 ? left : right, 100 * G, US);
    }
    for (int cable = 0; cable < 4; cable++) {
      links.link(left, right, 100 * G, US);
    }
    var net = TestNet.of(links.build()).build();
    for (int flow = 0; flow < 40; flow++) {
      net.flow(flow % 10, 10 + flow / 4 % 10, 20_000, flow * US);
    }
    net.run().assertAllFinished();
    for (Port port : net.fabric.ports(left)) {
      if (port.peer().node() == right) {
        assertThat(port.sentBytes()).as(port.toString()).isPositive();
      }
    }
  }

  @Test
  void unequalSpeedsWorkTogether() {
    var links = new Topology.Builder();
    int hosts = links.hosts(6);
    int hub = links.switches(1);
    long[] rates = {1, 10, 25, 100, 400, 1600};
    for (int host = 0; host < 6; host++) {
      links.link(hosts + host, hub, rates[host] * G, US);
    }
    var net = TestNet.of(links.build()).scheme(NoControl.DEFAULT).build();
    for (int host = 0; host < 6; host++) {
      net.flow(host, (host + 1) % 6, 100_000, 0);
    }
    net.run().assertAllFinished();
    assertThat(net.lost()).isZero();
  }

  @Test
  void threeHundredPortsOnOneSwitch() {
    var net = TestNet.of(new Star(300, 100 * G, US));
    net.audited = false;
    net.build();
    for (int host = 0; host < 300; host++) {
      net.flow(host, (host + 7) % 300, 20_000, 0);
    }
    net.run().assertAllFinished();
  }

  @Test
  void prioritiesTakeTurnsPacketByPacket() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT).priorities(1, 2).build();
    net.flow(new Flow(100, 0, 2, 10_000, 4791, 1, 500_000, 0));
    net.flow(new Flow(101, 1, 2, 10_000, 4791, 2, 1_000_000, 0));
    net.run().assertAllFinished();
    // While both send, each has half of the line: the small flow needs 1000 packets' time, the other one 1500.
    assertThat(net.finished.getFirst().flow().priority()).isEqualTo((byte) 1);
    assertThat((double) net.finishedPs(0) / net.finishedPs(1)).isBetween(0.65, 0.69);
  }

  @Test
  void theSeedOfTheHashChangesTheWays() {
    Set<List<String>> choices = new HashSet<>();
    for (long seed = 1; seed <= 8; seed++) {
      var net = TestNet.of(new LeafSpine(2, 4, 4, 100 * G, 100 * G, US, 1));
      net.routing = RoutingRules.by(new SeededEcmp(seed));
      net.build();
      choices.add(List.of(way(net, 0), way(net, 1), way(net, 2)));
    }
    assertThat(choices).hasSizeGreaterThan(3);
  }

  private static String way(TestNet net, int port) {
    return net.fabric.routes().pathOf(new Flow(0, 0, 7, 10_000 + port, 4791, 3, 1, 0)).toString();
  }

  @Test
  void theAuthorsHashIsMurmur3() {
    // Independent of this code: MurmurHash3_x86_32 of the bytes 01 00 00 0b 01 01 00 0b 10 27 64 00 with the seeds below.
    assertThat(new MurmurEcmp().hash(0, 1, 10_000, 100, 5, false)).isEqualTo(MURMUR_SEED_5);
    assertThat(new MurmurEcmp().hash(0, 1, 10_000, 100, 5, true)).isEqualTo(MURMUR_SEED_HOST);
  }

  private static final int MURMUR_SEED_5 = 314972675;
  private static final int MURMUR_SEED_HOST = -407547817;

  private static Packet notification(TestNet net, Flow flow, long nowPs) {
    Packet packet = net.fabric.parts().getFirst().pool().take();
    packet.becomeCnp(flow, 64, nowPs);
    return packet;
  }

  @Test
  void switchSendsItsOwnPackets() {
    var net = TestNet.of(new LeafSpine(2, 2, 2, 100 * G, 100 * G, US, 2)).scheme(NoControl.DEFAULT).build();
    Flow flow = net.flow(0, 3, 200_000, 0);
    Switch far = ((SwitchPort) net.fabric.host(3).nics()[0].peer()).owner();
    net.at(10 * US, () -> {
      long heldBefore = far.heldBytes();
      assertThat(far.originate(notification(net, flow, 10 * US), 10 * US)).isTrue();
      assertThat(far.heldBytes()).isBetween(heldBefore, heldBefore + 64);
    });
    net.run().assertAllFinished();
    assertThat(net.fabric.counters().cnps).isEqualTo(1);
    assertThat(far.heldBytes()).isZero();
    assertThat(far.pausesSent()).isZero();
  }

  @Test
  void dropsOwnPacketsOverTheirAccountWithoutPauses() {
    var net = TestNet.of(new Star(2, 100 * G, US)).scheme(NoControl.DEFAULT);
    net.bufferBytes = 2 * TestLimits.portBytes(100 * G, US, Framing.ROCEV2) + 20_000;
    net.build();
    Flow flow = net.flow(0, 1, 100_000, 0);
    Switch owner = net.fabric.switches().getFirst();
    var sent = new AtomicInteger();
    net.at(3 * US, () -> {
      while (owner.originate(notification(net, flow, 3 * US), 3 * US)) {
        sent.incrementAndGet();
      }
      assertThat(owner.pausesSent()).isZero();
    });
    net.run().assertAllFinished();
    assertThat(sent.get()).isBetween(10, 100); // an eighth of the free part of 20 kB, and the first leaves at once
    assertThat(net.losses).containsOnly(Map.entry(LinkObserver.Loss.BUFFER, 1));
    assertThat(net.fabric.counters().cnps).isEqualTo(sent.get());
    assertThat(owner.heldBytes()).isZero();
  }
}
