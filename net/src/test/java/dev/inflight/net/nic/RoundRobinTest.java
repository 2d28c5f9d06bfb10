package dev.inflight.net.nic;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.FixedPaces;
import dev.inflight.net.TestNet;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.SendPolicy;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.Star;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Order in which a NIC's flows send, and the cost of finding the next one. */
class RoundRobinTest {
  private static final long LINE = 100 * G;
  private static final PathFacts PATH = PathFacts.of(LINE, 10 * US, 1000);

  private final TestNet net = TestNet.of(new Star(3, LINE, US)).scheme(FixedPaces.of(LINE)).build();
  private final Host host = net.fabric.host(0);
  private int flows;

  /** A flow under the test's control; its host's own NIC does not have it. */
  private Sender sender(long sizeBytes, int priority, CongestionControl control, long nowPs) {
    var flow = new Flow(flows++, 0, 1, 10_000 + flows, 4791, priority, sizeBytes, nowPs);
    var sender = new Sender(flow, host, control, Pacing.CURRENT_RATE, PATH, SendPolicy.FLOW, nowPs);
    flow.sender = sender;
    sender.moveTo(host.firstNic());
    return sender;
  }

  private void send(RoundRobin turns, NicFlow sender, long nowPs) {
    net.fabric.parts().getFirst().pool().release(sender.nextPacket(nowPs));
    turns.sent(sender, nowPs);
  }

  private void acknowledge(RoundRobin turns, Sender sender, Packet.Kind kind, long upTo, long nowPs) {
    Packet ack = net.fabric.parts().getFirst().pool().take();
    ack.kind = kind;
    ack.flow = sender.flow();
    ack.sequence = upTo;
    ack.arrivedNumber = Packet.NO_NUMBER;
    ack.sentPs = nowPs;
    ack.timePs = nowPs;
    sender.receive(ack);
    turns.changed(sender, nowPs);
  }

  /** A window and a pace that change with every acknowledgement. */
  private static final class Whims implements CongestionControl {
    private final SplittableRandom random;
    private long windowBytes;
    private long paceBitsPerSec;

    Whims(SplittableRandom random) {
      this.random = random;
      change();
    }

    private void change() {
      windowBytes = random.nextInt(4) == 0 ? NO_WINDOW : random.nextLong(1, 6000);
      paceBitsPerSec = random.nextInt(3) == 0 ? LINE : random.nextLong(G / 10, LINE);
    }

    @Override
    public boolean onAck(Feedback ack) {
      change();
      return random.nextBoolean();
    }

    @Override
    public long windowBytes() {
      return windowBytes;
    }

    @Override
    public long paceBitsPerSec() {
      return paceBitsPerSec;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 0", "2, 0, 0", "3, 0, 5", "4, 4, 0", "5, 12, 0", "6, 12, 5", "7, 40, 0", "8, 64, 0", "9, 1000, 0",
      "10, 1000, 5", "11, 0, 0", "12, 0, 0", "13, 20, 1", "14, 8, 0", "15, 8, 0", "16, 100, 0"})
  void choosesAsAListThatIsLookedAtFromPlaceToPlace(long seed, int few, int backwards) {
    var random = new SplittableRandom(seed);
    var turns = new RoundRobin(few);
    var plain = new PlainTurns();
    var active = new ArrayList<Sender>();
    int crowd = random.nextInt(1, 250);
    int paused = 0;
    long nowPs = US;
    int sent = 0;
    for (int step = 0; step < 12_000; step++) {
      int what = random.nextInt(100);
      if (what < (active.size() < crowd ? 25 : 5)) {
        Sender sender = sender(random.nextLong(1, random.nextInt(2) == 0 ? 1500 : 20_000), 3 + random.nextInt(2),
            new Whims(random), nowPs);
        active.add(sender);
        turns.add(sender, nowPs);
        plain.add(sender);
      } else if (what < 45 && !active.isEmpty()) {
        Sender sender = active.get(random.nextInt(active.size()));
        long upTo = random.nextBoolean() ? sender.sentBytes() : random.nextLong(sender.ackedBytes(), sender.sentBytes() + 1);
        acknowledge(turns, sender, random.nextInt(6) == 0 ? Packet.Kind.NACK : Packet.Kind.ACK, upTo, nowPs);
        if (sender.isFinished()) {
          active.remove(sender);
        }
      } else if (what == 45 && !active.isEmpty()) {
        Sender sender = active.get(random.nextInt(active.size()));
        sender.timedOut(nowPs);
        turns.changed(sender, nowPs);
      } else if (what < 48) {
        paused = random.nextInt(4) << 3;
      } else if (what == 48 && random.nextInt(20) == 0) { // the routes have changed: all choose their NIC again
        List<Sender> all = List.copyOf(plain.flows());
        turns.clear();
        plain.clear();
        for (Sender sender : all) {
          if (!sender.isFinished()) {
            turns.add(sender, nowPs);
            plain.add(sender);
          }
        }
      } else {
        nowPs += random.nextInt(3) == 0 ? random.nextLong(2 * US) : random.nextLong(US / 10);
        nowPs -= backwards > 0 && random.nextInt(5) == 0 ? random.nextLong(backwards * US / 5) : 0;
        NicFlow next = turns.next(nowPs, paused);
        assertThat(next).as("step %d", step).isSameAs(plain.next(nowPs, paused));
        if (next == null) {
          same(turns.earliestWithBytesLeft(), plain.earliestWithBytesLeft(), nowPs);
          same(turns.earliestSendable(paused), plain.earliestSendable(paused), nowPs);
        } else {
          sent++;
          send(turns, next, nowPs);
        }
      }
      if (step % 50 == 0) {
        var left = new ArrayList<NicFlow>();
        turns.collect(left);
        assertThat(left).isEqualTo(plain.flows());
        assertThat(turns.isEmpty()).isEqualTo(left.isEmpty());
      }
    }
    assertThat(sent).isGreaterThan(1000);
  }

  /** No timer is set for a time that has passed, so one such time is as good as another. */
  private static void same(long timePs, long expectedPs, long nowPs) {
    assertThat(Math.max(timePs, nowPs)).isEqualTo(Math.max(expectedPs, nowPs));
  }

  /** Flows that wait for an acknowledgement, all but one at a time. Returns the looks for each packet sent. */
  private double looksForEachPacket(int count) {
    var turns = new RoundRobin();
    var random = new SplittableRandom(1);
    var blocked = new Sender[count];
    CongestionControl onePacket = new FixedPaces(new long[] {LINE}, new long[] {1}).start(PATH);
    long nowPs = US;
    for (int flow = 0; flow < count; flow++) {
      blocked[flow] = sender(3500, 3, onePacket, nowPs);
      turns.add(blocked[flow], nowPs);
    }
    for (int flow = 0; flow < count; flow++) {
      send(turns, Objects.requireNonNull(turns.next(nowPs, 0)), nowPs);
    }
    int packets = 20_000;
    int sent = 0;
    long before = looks(turns);
    while (sent < packets) {
      nowPs += US / 10;
      int flow = random.nextInt(count);
      Sender sender = blocked[flow];
      acknowledge(turns, sender, Packet.Kind.ACK, sender.sentBytes(), nowPs);
      if (sender.isFinished()) {
        blocked[flow] = sender(3500, 3, onePacket, nowPs);
        turns.add(blocked[flow], nowPs);
      }
      assertThat(turns.next(nowPs, 0)).isSameAs(blocked[flow]);
      send(turns, blocked[flow], nowPs);
      sent++;
      assertThat(turns.next(nowPs, 0)).isNull();
      assertThat(turns.earliestSendable(0)).isEqualTo(Long.MAX_VALUE);
      assertThat(turns.earliestWithBytesLeft()).isLessThanOrEqualTo(nowPs + US);
    }
    return (double) (looks(turns) - before) / packets;
  }

  private static long looks(RoundRobin turns) {
    return Objects.requireNonNull(turns.index()).looks();
  }

  @Test
  void looksPerPacketDoNotGrowWithFlows() {
    double amongThousand = looksForEachPacket(1_000);
    double amongMillion = looksForEachPacket(1_000_000);
    assertThat(amongThousand).isBetween(1.0, 3.0);
    assertThat(amongMillion).isBetween(1.0, 3.0);
  }
}
