package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.MS;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.MarkEcho;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.LossModel;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that speak TCP: their timeouts, their acknowledgements of marks, and how much they have in flight. */
class TcpHostTest {
  private static final int SEGMENT = 1000;
  private static final int FROM_HOST = 0; // the link of host 0 (end A)

  private static TestNet net(Tcp recovery, Scheme scheme) {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(scheme);
    net.recovery = recovery;
    net.framing = Framing.TCP;
    net.ackEveryPackets = recovery.ackEvery();
    net.ackDelayPs = recovery.delayedAckPs();
    return net;
  }

  private static boolean isData(Packet packet) {
    return packet.kind == Packet.Kind.DATA;
  }

  /**
   * RFC 6298 §5.5: the timeout doubles each time, up to 64 times; as soon as the receiver gets further it is that of the round
   * trips again.
   */
  @Test
  void timeoutsDoubleUntilTheReceiverGetsFurther() {
    var net = net(new Tcp(MS, 1, 0, 1), new FixedWindow(0.01)).build(); // one segment at a time
    var triedPs = new ArrayList<Long>();
    LossModel firstTenAndOneMore = packet -> {
      if (!isData(packet)) {
        return false;
      }
      triedPs.add(packet.sentPs);
      return triedPs.size() <= 10 || triedPs.size() == 13;
    };
    net.fabric.setLoss(FROM_HOST, firstTenAndOneMore, firstTenAndOneMore);
    net.flow(0, 1, 6 * SEGMENT, 0);
    net.run().assertAllFinished();
    var waitsMs = new ArrayList<Long>();
    for (int at = 1; at < 14; at++) {
      waitsMs.add((triedPs.get(at) - triedPs.get(at - 1)) / MS);
    }
    assertThat(waitsMs).as("between tries").containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L, 64L, 0L, 0L, 1L);
  }

  /** Line rate, and the marks in acknowledgements. */
  private static final class MarksHeard implements Scheme {
    private final List<Feedback> all = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private long markedBytes;
    private long ackedBytes;

    @Override
    public String name() {
      return "marks-heard";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public MarkEcho markEcho() {
      return MarkEcho.APART;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        @Override
        public boolean onAck(Feedback ack) {
          if (ack.ecnMarked) {
            markedBytes += ack.ackedBytes - ackedBytes;
          }
          ackedBytes = ack.ackedBytes;
          heard.add(ackedBytes / SEGMENT + (ack.ecnMarked ? "E" : ""));
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

  /**
   * RFC 8257 §3.2: at a change of the mark, waiting segments are acknowledged at once with the old one; else every second
   * segment is.
   */
  @Test
  void aChangeOfMarksIsAcknowledgedAtOnceWithTheOldOne() {
    var scheme = new MarksHeard();
    var net = net(new Tcp(MS, 2, 50 * US, 1), scheme);
    var marked = Set.of(3L, 4L, 5L, 6L, 9L);
    net.onPacket = packet -> packet.ecnMarked |= isData(packet) && marked.contains(packet.sequence / SEGMENT);
    net.build().flow(0, 1, 12 * SEGMENT, 0);
    net.run().assertAllFinished();
    // 0 1 | 2 waits, and the mark of 3 changes | 3 4 | 5 6 | 7 8 | 9 waits, and 10 has no mark | 10 11
    assertThat(scheme.heard).containsExactly("2", "3", "5E", "7E", "9", "10E", "12");
    assertThat(scheme.markedBytes).isEqualTo(5 * SEGMENT);
  }

  /** RFC 8257 §3.3: so the sender counts each marked byte, and no other, however marks follow each other. */
  @ParameterizedTest
  @CsvSource({"1, 2, 0.5", "2, 2, 0.1", "3, 2, 0.9", "4, 8, 0.3", "5, 1, 0.5"})
  void theSenderCountsTheBytesThatWereMarked(long seed, int ackEvery, double share) {
    var random = new SplittableRandom(seed);
    Map<Long, Boolean> marks = new HashMap<>();
    var scheme = new MarksHeard();
    var net = net(new Tcp(MS, ackEvery, 20 * US, 16 * SEGMENT), scheme);
    net.onPacket = packet -> packet.ecnMarked |= isData(packet)
        && marks.computeIfAbsent(packet.sequence, sequence -> random.nextDouble() < share);
    net.build().flow(0, 1, 500 * SEGMENT, 0);
    net.run().assertAllFinished();
    assertThat(scheme.markedBytes).isEqualTo(SEGMENT * marks.values().stream().filter(mark -> mark).count());
    assertThat(scheme.markedBytes).isBetween(20L * SEGMENT, 480L * SEGMENT);
  }

  /**
   * With losses either way, bursts, and a window below the link's capacity: the data in flight never exceeds the window by more
   * than a segment.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noMoreIsInFlightThanTheWindow(long seed) {
    long burstBytes = seed % 2 == 0 ? 1 : 16 * SEGMENT;
    var scheme = new FixedWindow(seed % 3 == 0 ? 4 : 0.7);
    var net = net(new Tcp(MS, 2, 50 * US, burstBytes), scheme);
    long[] onTheWay = new long[3];
    net.onPacket = packet -> {
      if (isData(packet) && packet.hopLimit() == 64) {
        Flow flow = packet.flow;
        onTheWay[flow.source()] += packet.payloadBytes;
        Sender sender = Sender.of(flow);
        long most = sender.windowBytes() + SEGMENT;
        assertThat(sender.inflightBytes()).as("the pipe").isLessThanOrEqualTo(most);
        assertThat(onTheWay[flow.source()]).as("on wires and in queues").isLessThanOrEqualTo(most);
      } else if (isData(packet)) { // behind the switch it is on its last wire, and counts no longer
        onTheWay[packet.flow.source()] -= packet.payloadBytes;
      }
    };
    net.build();
    var random = new SplittableRandom(seed);
    LossModel lossy = packet -> {
      boolean loses = random.nextDouble() < (seed > 5 ? 0.15 : 0.02);
      if (loses && isData(packet) && packet.hopLimit() == 64) {
        onTheWay[packet.flow.source()] -= packet.payloadBytes;
      }
      return loses;
    };
    for (int link = 0; link < 3; link++) {
      net.fabric.setLoss(link, lossy, lossy);
    }
    net.flow(0, 2, 900_500, 0);
    net.flow(1, 2, 700_300, 3 * US);
    net.run().assertAllFinished();
    assertThat(net.lost()).isGreaterThan(20);
    assertThat(onTheWay).containsOnly(0);
  }
}
