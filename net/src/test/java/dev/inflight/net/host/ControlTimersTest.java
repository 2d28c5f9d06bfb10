package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sender calls a congestion control's timers when they are due, and no longer once they have moved or the flow has ended. */
class ControlTimersTest {
  /** Starts a timer of 3 us with its first acknowledgement, moves it with the second, and starts it again when it fires. */
  private static final class Ticking implements Scheme {
    private final List<Long> acks = new ArrayList<>();
    private final List<Long> ticks = new ArrayList<>();

    @Override
    public String name() {
      return "ticking";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        private long duePs = NEVER;

        @Override
        public boolean onAck(Feedback ack) {
          acks.add(ack.nowPs);
          if (acks.size() <= 2) {
            duePs = ack.nowPs + 3 * US;
          }
          return false;
        }

        @Override
        public int timers() {
          return 1;
        }

        @Override
        public long timerPs(int timer) {
          return duePs;
        }

        @Override
        public boolean onTimer(int timer, long nowPs) {
          ticks.add(nowPs);
          duePs = nowPs + 3 * US;
          return false;
        }

        @Override
        public long windowBytes() {
          return 2000;
        }

        @Override
        public long paceBitsPerSec() {
          return path.lineRateBitsPerSec();
        }
      };
    }
  }

  @Test
  void aTimerThatMovedFiresOnceAndAtItsNewTime() {
    var ticking = new Ticking();
    var net = TestNet.of(new Star(2, 100 * G, US)).scheme(ticking).build();
    net.flow(0, 1, 20_000, 0);
    net.run().assertAllFinished();
    long second = ticking.acks.get(1);
    assertThat(ticking.ticks).hasSizeGreaterThan(5);
    for (int tick = 0; tick < ticking.ticks.size(); tick++) {
      assertThat(ticking.ticks.get(tick)).isEqualTo(second + (tick + 1) * 3 * US);
    }
    assertThat(ticking.ticks.getLast()).as("the flow has ended").isLessThanOrEqualTo(ticking.acks.getLast());
  }

  @Test
  void receiversNotifyAtMostOnceInAnInterval() {
    var net = TestNet.of(new Star(3, 100 * G, US)).scheme(Dcqcn.DEFAULT);
    net.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(1000, 1001, 1));
    var notified = new ArrayList<Long>();
    net.onPacket = packet -> {
      if (packet.kind == Packet.Kind.CNP && packet.hop == 0 && packet.flow != null && packet.flow.id() == 0) {
        notified.add(packet.sentPs);
        assertThat(packet.sizeBytes).isEqualTo(78);
      }
    };
    net.build().flow(0, 2, 3_000_000, 0);
    net.flow(1, 2, 3_000_000, 0);
    net.run().assertAllFinished();
    assertThat(notified).hasSizeGreaterThan(1);
    for (int one = 1; one < notified.size(); one++) {
      assertThat(notified.get(one) - notified.get(one - 1)).isGreaterThanOrEqualTo(Dcqcn.DEFAULT.cnpIntervalPs());
    }
    assertThat(net.fabric.counters().cnps).isGreaterThanOrEqualTo(notified.size());
  }
}
