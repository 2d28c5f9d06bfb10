package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import java.util.ArrayList;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Differences of hosts by the HPCC authors' rules from Inflight's. */
class AuthorsHostTest {
  private static TestNet net(Ns3Compatibility profile) {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(NoControl.DEFAULT).priorities(3, 4);
    net.framing = profile == Ns3Compatibility.OWN ? Framing.ROCEV2 : Framing.REFERENCE;
    return net;
  }

  /** Packets of a flow that arrive twice, and the receiver's answers. */
  @ParameterizedTest
  @EnumSource
  void theAuthorsReceiverIsSilentOnDuplicates(Ns3Compatibility profile) {
    TestNet net = net(profile);
    net.disorder = new TestNet.Disorder(new SplittableRandom(1), 0, 1, 1);
    int[] counts = new int[2];
    net.onPacket = packet -> {
      if (packet.hop == 0 && packet.kind == Packet.Kind.ACK) {
        counts[0]++;
      }
    };
    net.build().flow(0, 2, 10_000, 0);
    net.run();
    assertThat(net.finished).hasSize(1);
    assertThat(net.fabric.counters().uselessBytes).as("each packet comes four times").isEqualTo(30_000);
    assertThat(counts[0]).isEqualTo(profile == Ns3Compatibility.OWN ? 40 : 10);
  }

  private static void take(Nic nic, Packet.Kind kind, long nowPs) {
    var frame = new Packet(0);
    frame.becomePauseFrame(kind, 3, 64, nowPs);
    nic.takePauseFrame(frame, Observer.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void inTheAuthorsNicThePauseOfPriorityThreeHoldsAllAcknowledgements(Ns3Compatibility profile) {
    TestNet net = net(profile).build();
    net.flow(new Flow(0, 0, 2, 10_000, 4791, 3, 50_000, 0));
    net.flow(new Flow(1, 1, 2, 10_000, 4791, 4, 50_000, 0));
    Nic receiver = net.fabric.host(2).nics()[0];
    net.at(US, () -> take(receiver, Packet.Kind.PAUSE, US));
    net.run(3 * MS);
    assertThat(net.finished).hasSize(profile == Ns3Compatibility.OWN ? 1 : 0);
    net.at(3 * MS + US, () -> take(receiver, Packet.Kind.RESUME, 3 * MS + US));
    net.run().assertAllFinished();
  }

  @Test
  void theAuthorsNicHasNoEngines() {
    TestNet net = net(Ns3Compatibility.REFERENCE);
    net.nic = EngineNic.DEFAULT;
    assertThatIllegalArgumentException().isThrownBy(net::build)
        .withMessage("the authors' NIC has no scheduling engines: with their rules it is unlimited");
    TestNet own = net(Ns3Compatibility.OWN);
    own.nic = EngineNic.DEFAULT;
    own.build().flow(0, 2, 1000, 0);
    own.run().assertAllFinished();
  }

  /**
   * The faster a port than the slowest NIC, or than the first host's, the more room: a slow second host counts with our rules
   * only.
   */
  @Test
  void thePfcThresholdGoesByTheFirstHostOrTheSlowest() {
    long[] peaks = new long[2];
    for (Ns3Compatibility profile : Ns3Compatibility.values()) {
      var links = new Topology.Builder();
      links.hosts(5);
      int hub = links.switches(1);
      for (int host = 0; host < 5; host++) {
        links.link(host, hub, (host == 1 ? 10 : 100) * G, US);
      }
      TestNet net = TestNet.of(links.build()).scheme(NoControl.DEFAULT);
      net.framing = profile == Ns3Compatibility.OWN ? Framing.ROCEV2 : Framing.REFERENCE;
      net.bufferBytes = 2 << 20;
      net.build();
      for (int host : new int[] {0, 2, 3}) {
        net.flow(host, 4, 2_000_000, 0);
      }
      net.run().assertAllFinished();
      Switch owner = net.fabric.switches().getFirst();
      assertThat(owner.pausesSent()).isPositive();
      peaks[profile.ordinal()] = owner.peakHeldBytes();
    }
    assertThat(peaks[Ns3Compatibility.OWN.ordinal()]).isGreaterThan(2 * peaks[Ns3Compatibility.REFERENCE.ordinal()]);
  }

  @Test
  void aPacketHasRoomForItsTelemetryAndTheSealBehindIt() {
    var seal = new ReportKeys(1, 2);
    int bare = NativeFormat.DEFAULT.bufferBytes(8);
    assertThat(new HostConfig.InBand(NativeFormat.DEFAULT, 8, null, 0).roomBytes()).isEqualTo(bare);
    assertThat(new HostConfig.InBand(NativeFormat.DEFAULT, 8, seal, 0).roomBytes()).isEqualTo(bare + ReportMac.BYTES);
    assertThat(new HostConfig.InBand(null, 8, seal, 0).roomBytes()).as("nothing to seal").isZero();
    assertThat(HostConfig.InBand.NOTHING.roomBytes()).isZero();
  }

  /** Sends at 1 Gb/s until its first acknowledgement comes, and half as fast again from then on. */
  private static final Scheme FASTER = new Scheme() {
    @Override
    public String name() {
      return "faster";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        private long pace = G;

        @Override
        public boolean onAck(Feedback ack) {
          pace = 3 * G / 2;
          return true;
        }

        @Override
        public long windowBytes() {
          return NO_WINDOW;
        }

        @Override
        public long paceBitsPerSec() {
          return pace;
        }
      };
    }
  };

  /** The NIC sleeps when the acknowledgement comes, until the time that the old rate gave; the new rate's time is earlier. */
  @ParameterizedTest
  @EnumSource
  void aNicThatSleepsWakesEarlierForAFasterFlow(Ns3Compatibility profile) {
    TestNet net = net(profile).scheme(FASTER);
    var sentPs = new ArrayList<Long>();
    net.onPacket = packet -> {
      if (packet.hop == 0 && packet.kind == Packet.Kind.DATA) {
        sentPs.add(packet.sentPs);
      }
    };
    net.build().flow(0, 2, 3000, 0);
    net.run().assertAllFinished();
    // At half as much again as 1 Gb/s, as the acknowledgement comes before.
    long firstPs = Math.ceilDiv((profile == Ns3Compatibility.OWN ? 1078L + 20 : 1048) * 16_000, 3);
    long secondPs = Math.ceilDiv((profile == Ns3Compatibility.OWN ? 1062L + 20 : 1048) * 16_000, 3);
    assertThat(sentPs).containsExactly(0L, firstPs, firstPs + secondPs);
  }

  @Test
  void unpacedFlowsSendAtLineRateForAnyControl() {
    TestNet net = net(Ns3Compatibility.OWN).scheme(FASTER);
    net.paced = false;
    Flow flow = net.build().flow(0, 2, 3000, 0);
    net.run().assertAllFinished();
    assertThat(net.fabric.host(0).nics()[0].busyUntilPs()).as("back to back").isEqualTo((1098 + 2 * 1082) * 80L);
    assertThat(net.finished.getFirst().stats().belowLinePs(MS)).as("from the first acknowledgement on").isPositive();
    assertThat(flow.startsMessage(1000, 1000)).isFalse();
  }
}
