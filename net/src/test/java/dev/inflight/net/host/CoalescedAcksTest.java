package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content of an acknowledgement of several packets: the last report among them, and their marks. */
class CoalescedAcksTest {
  /** An acknowledgement as the sender's control receives it. */
  private record Heard(long ackedBytes, long reportPs, boolean marked) {
  }

  /** Sends at line rate and records its feedback. */
  private static final class Listener implements Scheme {
    private static final long NO_REPORT = -1;
    private final MarkEcho echo;
    private final List<Heard> heard = new ArrayList<>();

    Listener(MarkEcho echo) {
      this.echo = echo;
    }

    @Override
    public String name() {
      return "listener";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of(Signal.HOPS);
    }

    @Override
    public MarkEcho markEcho() {
      return echo;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        @Override
        public boolean onAck(Feedback ack) {
          heard.add(new Heard(ack.ackedBytes, ack.hops.count() == 0 ? NO_REPORT : ack.hops.timePs(0), ack.ecnMarked));
          return false;
        }

        @Override
        public long windowBytes() {
          return NO_WINDOW;
        }

        @Override
        public long paceBitsPerSec() {
          return path.lineRateBitsPerSec();
        }
      };
    }
  }

  /** One flow of 20 packets to a receiver that acknowledges every fourth one. */
  private static final class Story {
    final Listener listener;
    final TestNet net = TestNet.of(new Star(2, 100 * G, US));
    private final Hops report = new Hops(1);
    /** The time stamp that the switch gave each data packet, by its place in the flow. */
    final Map<Long, Long> stampedPs = new HashMap<>();
    Predicate<Packet> carriesTelemetry = packet -> true;
    Predicate<Packet> isMarked = packet -> false;

    Story(MarkEcho echo) {
      listener = new Listener(echo);
      net.scheme(listener);
      net.ackEveryPackets = 4;
      net.onPacket = this::onWire;
    }

    /** Data cross two wires, and a packet that has no telemetry on the first gets no report. */
    private void onWire(Packet packet) {
      if (packet.kind != Packet.Kind.DATA) {
        return;
      }
      if (packet.hopLimit() == 64) {
        if (!carriesTelemetry.test(packet)) {
          packet.sizeBytes -= packet.telemetryBytes;
          packet.telemetryBytes = 0;
        }
      } else {
        packet.ecnMarked = isMarked.test(packet);
        if (packet.telemetryBytes > 0) {
          NativeFormat.DEFAULT.read(packet.telemetry, 0, packet.telemetryBytes, report);
          stampedPs.put(packet.sequence / 1000, report.timePs(0));
        }
      }
    }

    List<Heard> run() {
      net.build();
      net.flow(0, 1, 20_000, 0);
      net.run().assertAllFinished();
      return listener.heard;
    }
  }

  @Test
  void theReportIsThatOfTheNewestPacket() {
    var story = new Story(MarkEcho.WITH_OTHERS);
    assertThat(story.run()).extracting(Heard::ackedBytes).containsExactly(4000L, 8000L, 12_000L, 16_000L, 20_000L);
    assertThat(story.listener.heard).allSatisfy(
        heard -> assertThat(heard.reportPs()).isEqualTo(story.stampedPs.get(heard.ackedBytes() / 1000 - 1)));
  }

  @Test
  void acknowledgesMarkedPacketsAtOnceIfTheSchemeRequiresIt() {
    var story = new Story(MarkEcho.AT_ONCE);
    story.isMarked = packet -> packet.sequence == 4000 || packet.sequence == 6000;
    assertThat(story.run()).extracting(Heard::ackedBytes).containsExactly(4000L, 5000L, 7000L, 11_000L, 15_000L, 19_000L,
        20_000L);
    assertThat(story.listener.heard).extracting(Heard::marked).containsExactly(false, true, true, false, false, false, false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void packetsWithoutTelemetryDoNotHideTheReportBeforeThem(boolean sealed) {
    var story = new Story(MarkEcho.WITH_OTHERS);
    story.carriesTelemetry = packet -> packet.sequence / 1000 % 4 == 1; // the second of each four
    story.net.seal = sealed ? new ReportKeys(1, 2) : null;
    assertThat(story.run()).hasSize(5).allSatisfy(
        heard -> assertThat(heard.reportPs()).isEqualTo(story.stampedPs.get(heard.ackedBytes() / 1000 - 3)));
    assertThat(story.net.fabric.counters().acksWithHops).isEqualTo(5);
    assertThat(story.net.fabric.counters().forgedReports).isZero();
  }

  @Test
  void aReportIsSentBackOnce() {
    var story = new Story(MarkEcho.WITH_OTHERS);
    story.carriesTelemetry = packet -> packet.sequence == 1000;
    assertThat(story.run()).extracting(Heard::reportPs).startsWith(story.stampedPs.get(1L)).endsWith(-1L, -1L, -1L, -1L);
  }

  @Test
  void theDelayBringsItTooAndSoDoesANegativeAcknowledgement() {
    var story = new Story(MarkEcho.WITH_OTHERS);
    story.net.ackEveryPackets = 1000;
    story.net.ackDelayPs = US / 2; // of the first packet's arrival; a packet takes 87 ns
    story.carriesTelemetry = packet -> packet.sequence == 1000 || packet.sequence == 9000;
    int[] seen = {0};
    story.net.build();
    story.net.fabric.setLoss(1, packet -> packet.kind == Packet.Kind.DATA && ++seen[0] == 11, packet -> false);
    story.net.flow(0, 1, 20_000, 0);
    story.net.run().assertAllFinished();
    assertThat(story.listener.heard.get(0)).isEqualTo(new Heard(6000, story.stampedPs.get(1L), false));
    assertThat(story.listener.heard.get(1)).as("the gap behind the tenth packet")
        .isEqualTo(new Heard(10_000, story.stampedPs.get(9L), false));
  }

  @Test
  void oneMarkAmongThemMarksTheAcknowledgement() {
    var story = new Story(MarkEcho.WITH_OTHERS);
    story.isMarked = packet -> packet.sequence == 5000 || packet.sequence == 15_000;
    assertThat(story.run()).extracting(Heard::marked).containsExactly(false, true, false, true, false);
  }

  /** RFC 8257 §3.2: waiting packets are acknowledged at once when the mark changes. */
  @Test
  void withMarksApartAnAcknowledgementSpeaksForPacketsOfOneMark() {
    var story = new Story(MarkEcho.APART);
    story.isMarked = packet -> packet.sequence == 5000 || packet.sequence >= 8000 && packet.sequence < 14_000;
    assertThat(story.run()).extracting(Heard::ackedBytes).containsExactly(4000L, 5000L, 6000L, 8000L, 12_000L, 14_000L, 18_000L,
        20_000L);
    assertThat(story.listener.heard).extracting(Heard::marked).containsExactly(false, false, true, false, true, true, false,
        false);
  }

  @Test
  void withMarksApartANegativeAcknowledgementDoesSoToo() {
    var story = new Story(MarkEcho.APART);
    story.isMarked = packet -> packet.sequence >= 5000 && packet.sequence < 20_000;
    int[] seen = {0};
    story.net.build();
    story.net.fabric.setLoss(1, packet -> packet.kind == Packet.Kind.DATA && ++seen[0] == 6, packet -> false); // the one at 5000
    story.net.flow(0, 1, 20_000, 0);
    story.net.run().assertAllFinished();
    assertThat(story.listener.heard.subList(0, 3)).extracting(Heard::ackedBytes).containsExactly(4000L, 5000L, 5000L);
    assertThat(story.listener.heard.subList(0, 3)).extracting(Heard::marked).containsExactly(false, false, true);
  }
}
