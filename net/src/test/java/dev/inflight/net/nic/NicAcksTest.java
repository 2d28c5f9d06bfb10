package dev.inflight.net.nic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.LateLoop;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.FarEnd;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Next acknowledgement of a NIC while priorities are paused and resumed. */
class NicAcksTest {
  private static final int BYTES = 64;
  private static final long TAKES_PS = 1000;

  private final LateLoop loop = new LateLoop(0, 1);
  private final List<Packet> waiting = new ArrayList<>();
  private final List<Packet> dropped = new ArrayList<>();
  private final Nic nic = new Nic(new Port.Site(0, 0, 1, FarEnd.UNKNOWN, 1, 0, takes(), loop), new Owner(),
      new NicConfig(UnlimitedNic.DEFAULT, false, -1, false, false), new NicCounters());
  private int left;

  private static long[] takes() {
    var takes = new long[BYTES + 1];
    Arrays.fill(takes, TAKES_PS);
    return takes;
  }

  private final class Owner extends NicOwner {
    @Override
    public Packet pauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
      throw new IllegalStateException("nothing is paused here");
    }

    @Override
    public void receive(Packet packet, Nic in) {
      throw new IllegalStateException("nothing arrives here");
    }

    @Override
    public void drop(Port port, Packet packet, LinkObserver.Loss why, long nowPs) {
      assertThat(packet).isSameAs(waiting.removeFirst());
      dropped.add(packet);
    }
  }

  /**
   * Each one that leaves is the first to have come among those with a priority that is not paused, however often priorities are
   * paused meanwhile.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void theFirstThatMayLeaves(int seed) {
    nic.attach((packet, endPs) -> {
      Packet first = waiting.stream().filter(ack -> (nic.pausedPriorities >> ack.priority & 1) == 0).findFirst().orElseThrow();
      assertThat(packet).isSameAs(first);
      waiting.remove(first);
      left++;
    });
    var random = new SplittableRandom(seed);
    long nowPs = 0;
    int most = 0;
    for (int step = 0; step < 20_000; step++) {
      nowPs += random.nextLong(2 * TAKES_PS);
      loop.run(nowPs);
      int priority = 1 + random.nextInt(3);
      if (random.nextInt(40) == 0) {
        tell(random.nextInt(4) == 0 ? Packet.Kind.RESUME : Packet.Kind.PAUSE, priority, nowPs);
      } else if (random.nextInt(4000) == 0) {
        nic.discardQueued(nowPs);
      } else {
        send(priority, nowPs);
      }
      most = Math.max(most, waiting.size());
    }
    for (int priority = 1; priority <= 3; priority++) {
      tell(Packet.Kind.RESUME, priority, nowPs);
    }
    loop.run(Long.MAX_VALUE);
    assertThat(waiting).isEmpty();
    assertThat(nic.waitingBytes()).isZero();
    assertThat(most).as("many waited at once").isGreaterThan(100);
    assertThat(left).isGreaterThan(1000);
    assertThat(dropped).isNotEmpty();
  }

  private void send(int priority, long nowPs) {
    var ack = new Packet(0);
    ack.kind = Packet.Kind.ACK;
    ack.priority = (byte) priority;
    ack.sizeBytes = BYTES;
    ack.timePs = nowPs;
    waiting.add(ack);
    nic.sendAck(ack);
  }

  private void tell(Packet.Kind kind, int priority, long nowPs) {
    var frame = new Packet(0);
    frame.becomePauseFrame(kind, priority, BYTES, nowPs);
    nic.takePauseFrame(frame, Observer.NONE);
  }
}
