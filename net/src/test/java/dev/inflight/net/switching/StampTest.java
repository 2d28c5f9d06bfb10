package dev.inflight.net.switching;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.TestNet;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.Hops;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Records of switches in packets: taken at one instant, when the packet's first bit leaves. */
class StampTest {
  /** Sends at line rate and keeps every report. */
  private static final class Listener implements Scheme {
    private final List<Hops> reports = new ArrayList<>();

    @Override
    public String name() {
      return "listener";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of(Signal.HOPS);
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        @Override
        public boolean onAck(Feedback ack) {
          var copy = new Hops(8);
          copy.copyFrom(ack.hops);
          reports.add(copy);
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

  @Test
  void emptyQueueReportsTheDepartureTime() {
    var listener = new Listener();
    var net = TestNet.of(new Star(2, 100 * G, US)).scheme(listener).build();
    net.flow(0, 1, 3000, 0);
    net.run().assertAllFinished();
    // Data frames have 1000 + 62 + 2 bytes, the first one 16 more, and 20 of gap; the switch adds 8 to each.
    long first = (1080 + 20) * 80 + US;
    long second = first + (1064 + 20) * 80;
    long third = second + (1064 + 20) * 80;
    assertThat(listener.reports).extracting(report -> report.timePs(0)).containsExactly(first / 1000 * 1000,
        // the second frame arrives while the first, 8 bytes longer by now, has still to leave
        Math.max(second, first + (1088 + 20) * 80) / 1000 * 1000,
        Math.max(third, first + (1088 + 20 + 1072 + 20) * 80) / 1000 * 1000);
    assertThat(listener.reports).extracting(report -> report.sentBytes(0)).containsExactly(0L, 1088L / 128 * 128,
        (1088L + 1072) / 128 * 128);
    assertThat(listener.reports).allSatisfy(report -> {
      assertThat(report.queueBytes(0)).isZero();
      assertThat(report.rateBitsPerSec(0)).isEqualTo(100 * G);
      assertThat(report.count()).isEqualTo(1);
    });
  }

  @Test
  void queueReportsTheBytesBehindThePacket() {
    var listener = new Listener();
    var net = TestNet.of(new Star(5, 100 * G, US)).scheme(listener).build();
    for (int host = 0; host < 4; host++) {
      net.flow(host, 4, 1000, 0);
    }
    net.run().assertAllFinished();
    // Four frames of 1080 bytes arrive at one instant; the first goes on at once, and the others report the queue behind them,
    // in units of
    // 80 bytes.
    assertThat(listener.reports).extracting(report -> report.queueBytes(0)).containsExactly(0L, 2160L / 80 * 80, 1080L / 80 * 80,
        0L);
  }

  @Test
  void eachSwitchOnThePathAddsItsRecordInOrder() {
    var listener = new Listener();
    var net = TestNet.of(new LeafSpine(2, 1, 2, 100 * G, 400 * G, US, 1)).scheme(listener).build();
    net.flow(0, 2, 5000, 0);
    net.run().assertAllFinished();
    assertThat(listener.reports).hasSize(5).allSatisfy(report -> {
      assertThat(report.count()).isEqualTo(3);
      assertThat(report.rateBitsPerSec(0)).isEqualTo(400 * G);
      assertThat(report.rateBitsPerSec(1)).isEqualTo(400 * G);
      assertThat(report.rateBitsPerSec(2)).isEqualTo(100 * G);
      assertThat(report.timePs(0)).isLessThan(report.timePs(1));
      assertThat(report.timePs(1)).isLessThan(report.timePs(2));
      assertThat(report.pathId()).isEqualTo(4 ^ 5 ^ 6); // two leaves and the spine
    });
  }

  @Test
  void acknowledgementsCountAsSentBytesButCarryNoNewRecord() {
    var listener = new Listener();
    var net = TestNet.of(new Star(2, 100 * G, US)).scheme(listener).build();
    net.flow(0, 1, 100_000, 0);
    net.flow(1, 0, 100_000, 0);
    net.run().assertAllFinished();
    assertThat(listener.reports).allSatisfy(report -> assertThat(report.count()).isEqualTo(1));
    long sent = listener.reports.stream().mapToLong(report -> report.sentBytes(0)).max().orElseThrow();
    assertThat(sent).isGreaterThan(99 * 1072 + 20 * 74);
  }
}
