package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Packet;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both halves of selective retransmission over paths that lose, overtake, double and trim, both ways: each byte is delivered
 * once, and all ends.
 */
class SelectiveStreamTest {
  private static final int PACKET = 1000;
  private static final int PACKETS = 600;
  private static final long SIZE = PACKETS * (long) PACKET - 300;
  private static final long WINDOW = 40L * PACKET;
  private static final long TIMEOUT = 2000;
  private static final long REORDER = 60;

  /** The path's seed, and how often, in percent, it loses, delays, doubles and trims. */
  private record Path(SplittableRandom random, int loses, int delays, int doubles, int trims) {
    private boolean happens(int percent) {
      return random.nextInt(100) < percent;
    }
  }

  private final PriorityQueue<Packet> onTheWay = new PriorityQueue<>(Comparator.comparingLong(packet -> packet.timePs));
  private final BitSet delivered = new BitSet();
  private long sentAgainBytes;
  private int timeouts;

  @ParameterizedTest
  @CsvSource({"1, 0, 0, 0, 0", "2, 2, 0, 0, 0", "3, 0, 20, 0, 0", "4, 0, 0, 10, 0", "5, 2, 5, 5, 0", "6, 10, 10, 10, 0",
      "7, 30, 10, 10, 0", "8, 1, 40, 0, 0", "9, 0, 0, 0, 20", "10, 0, 40, 0, 60", "11, 50, 0, 0, 0", "12, 10, 20, 10, 30"})
  void eachByteOnce(long seed, int loses, int delays, int doubles, int trims) {
    var path = new Path(new SplittableRandom(seed), loses, delays, doubles, trims);
    var sender = new Selective.Sender(new Selective(REORDER, TIMEOUT, 8), SIZE, new PathFacts(1, 50, WINDOW, PACKET));
    var receiver = new SelectiveRepeatReceiver();
    long now = 0;
    long waitingSince = 0;
    long steps = 0;
    while (sender.ackedBytes() < SIZE) {
      assertThat(++steps).as("it ends").isLessThan(200_000);
      while (sender.usedBytes() < WINDOW) {
        now++;
        send(sender, path, now);
        assertThat(sender.inflightBytes()).isBetween(0L, WINDOW + PACKET);
      }
      assertThat(sender.awaitsAnswer()).as("a timer runs whenever nothing may be sent").isTrue();
      Packet next = onTheWay.poll();
      if (next == null || next.timePs > waitingSince + TIMEOUT) {
        now = Math.max(now, waitingSince + TIMEOUT);
        waitingSince = now;
        long before = sender.inflightBytes();
        sender.timedOut(now);
        timeouts++;
        assertThat(sender.inflightBytes()).as("something is taken for lost").isLessThan(before);
        if (next != null) {
          onTheWay.add(next);
        }
        continue;
      }
      now = Math.max(now, next.timePs);
      if (next.kind == Packet.Kind.DATA) {
        take(receiver, next, path, now);
      } else {
        sender.answered(next);
        waitingSince = now;
        assertThat(sender.arrivedBytes()).isBetween(sender.ackedBytes(), SIZE);
        assertThat(sender.reportsLoss(next)).isEqualTo(sender.lostBytes() > 0);
      }
    }
    assertThat(delivered.cardinality()).isEqualTo(PACKETS);
    assertThat(receiver.expectedBytes()).isEqualTo(SIZE);
    assertThat(sender.arrivedBytes()).isEqualTo(SIZE);
    assertThat(sender.inflightBytes()).isZero();
    assertThat(sender.awaitsAnswer()).isFalse();
    assertThat(sender.usedBytes()).isEqualTo(RecoverySender.NOTHING);
    assertThat(sender.hasGap()).isFalse();
    if (loses + delays == 0) {
      assertThat(timeouts).as("what is trimmed is told").isZero();
    }
    if (loses + delays + trims == 0) {
      assertThat(sentAgainBytes).isZero();
    }
  }

  private void send(RecoverySender sender, Path path, long now) {
    long sequence = sender.next();
    int bytes = (int) Math.min(PACKET, SIZE - sequence);
    boolean isNew = sequence == sender.sentBytes();
    int again = sender.sent(bytes, now);
    assertThat(again).isEqualTo(isNew ? 0 : bytes);
    sentAgainBytes += again;
    assertThat(delivered.get((int) (sequence / PACKET)) && isNew).as("a new packet is new").isFalse();
    var packet = new Packet(0);
    packet.kind = Packet.Kind.DATA;
    packet.sequence = sequence;
    packet.number = sequence / PACKET;
    packet.payloadBytes = bytes;
    packet.sentPs = now;
    if (path.happens(path.trims)) {
      packet.payloadBytes = -1;
    }
    travel(packet, path, now);
    if (path.happens(path.doubles)) {
      var twin = new Packet(0);
      twin.kind = packet.kind;
      twin.sequence = packet.sequence;
      twin.number = packet.number;
      twin.payloadBytes = packet.payloadBytes;
      twin.sentPs = packet.sentPs;
      travel(twin, path, now);
    }
  }

  private void travel(Packet packet, Path path, long now) {
    if (!path.happens(path.loses)) {
      packet.timePs = now + 50 + (path.happens(path.delays) ? path.random.nextInt(200) : 0);
      onTheWay.add(packet);
    }
  }

  private void take(SelectiveRepeatReceiver receiver, Packet packet, Path path, long now) {
    if (packet.payloadBytes < 0) {
      packet.kind = Packet.Kind.TRIM_NACK;
      packet.arrivedNumber = packet.number;
    } else {
      RecoveryReceiver.Verdict verdict = receiver.take(packet);
      int number = (int) packet.number;
      if (verdict == RecoveryReceiver.Verdict.ACCEPT || verdict == RecoveryReceiver.Verdict.KEEP) {
        assertThat(delivered.get(number)).as("delivered before").isFalse();
        delivered.set(number);
      }
      boolean inOrder = verdict == RecoveryReceiver.Verdict.ACCEPT || verdict == RecoveryReceiver.Verdict.DUPLICATE;
      packet.kind = inOrder ? Packet.Kind.ACK : Packet.Kind.NACK;
      packet.arrivedNumber = packet.number;
    }
    packet.sequence = receiver.expectedBytes();
    packet.number = receiver.expectedNumber();
    travel(packet, path, now);
  }
}
