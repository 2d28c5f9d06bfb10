package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.TestNet;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A sender obeys the two numbers of its congestion control. */
class SenderTest {
  /** Takes its decisions from the test, and records its feedback. */
  private static final class Puppet implements Scheme {
    private final Pacing pacing;
    private long windowBytes;
    private long paceBitsPerSec;
    private long newPaceBitsPerSec;
    private final List<Long> inflight = new ArrayList<>();
    private final List<Long> sentPs = new ArrayList<>();

    Puppet(Pacing pacing, long windowBytes, long paceBitsPerSec, long newPaceBitsPerSec) {
      this.pacing = pacing;
      this.windowBytes = windowBytes;
      this.paceBitsPerSec = paceBitsPerSec;
      this.newPaceBitsPerSec = newPaceBitsPerSec;
    }

    @Override
    public String name() {
      return "puppet";
    }

    @Override
    public Set<Signal> signals() {
      return Set.of();
    }

    @Override
    public Pacing pacing() {
      return pacing;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new CongestionControl() {
        @Override
        public boolean onAck(Feedback ack) {
          inflight.add(ack.sentBytes - ack.ackedBytes);
          sentPs.add(ack.nowPs - ack.rttPs);
          paceBitsPerSec = newPaceBitsPerSec;
          return true;
        }

        @Override
        public long windowBytes() {
          return windowBytes;
        }

        @Override
        public long paceBitsPerSec() {
          return paceBitsPerSec;
        }
      };
    }
  }

  private static TestNet run(Puppet puppet, long sizeBytes) {
    var net = TestNet.of(new Star(2, 100 * G, US)).scheme(puppet).build();
    net.flow(0, 1, sizeBytes, 0);
    net.run().assertAllFinished();
    return net;
  }

  @Test
  void sendsWhileFewerBytesThanTheWindowAreInFlight() {
    var puppet = new Puppet(Pacing.CURRENT_RATE, 4500, 100 * G, 100 * G);
    run(puppet, 100_000);
    // 4000 is fewer than 4500, so a fifth packet goes out; the acknowledgement of one leaves four.
    assertThat(puppet.inflight).contains(4000L).allMatch(bytes -> bytes <= 4000);
  }

  @Test
  void aWindowOfOneByteSendsPacketByPacket() {
    var puppet = new Puppet(Pacing.CURRENT_RATE, 1, 100 * G, 100 * G);
    run(puppet, 10_000);
    assertThat(puppet.inflight).containsOnly(0L).hasSize(10);
  }

  @Test
  void pacesFramesWithTheirGaps() {
    var puppet = new Puppet(Pacing.CURRENT_RATE, CongestionControl.NO_WINDOW, 10 * G, 10 * G);
    run(puppet, 5000);
    long first = (1078 + 20) * 800L; // the first frame has 16 bytes more
    long other = (1062 + 20) * 800L;
    assertThat(puppet.sentPs).containsExactly(0L, first, first + other, first + 2 * other, first + 3 * other);
  }

  @Test
  void aNewRateMovesTheNextSendTimeWherePacingFollowsTheRate() {
    var puppet = new Puppet(Pacing.CURRENT_RATE, CongestionControl.NO_WINDOW, 1 * G, 100 * G);
    run(puppet, 3000);
    // At 1 Gb/s the second packet would wait 8.8 us; the first acknowledgement, after 4.2 us, lets it go at once.
    assertThat(puppet.sentPs.get(1)).isBetween(4 * US, 5 * US);
  }

  @Test
  void aNewRateDoesNotMoveItWhereTheGapIsFixedAtSending() {
    var puppet = new Puppet(Pacing.RATE_AT_SEND, CongestionControl.NO_WINDOW, 1 * G, 100 * G);
    run(puppet, 3000);
    assertThat(puppet.sentPs.get(1)).isEqualTo((1078 + 20) * 8000L);
    assertThat(puppet.sentPs.get(2)).isEqualTo((1078 + 20) * 8000L + (1062 + 20) * 80L);
  }
}
