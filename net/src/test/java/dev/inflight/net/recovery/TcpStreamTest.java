package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.TestNet;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both halves of TCP over a path that loses, overtakes and doubles, both ways: each byte is delivered once, and all ends. */
class TcpStreamTest {
  private static final int SEGMENT = 1000;
  private static final int SEGMENTS = 600;
  private static final long SIZE = SEGMENTS * (long) SEGMENT - 300;
  private static final long WINDOW = 40L * SEGMENT;
  private static final long TIMEOUT = 2000;

  /** The path's seed, and how often, in percent, it loses, delays and doubles. */
  private record Path(SplittableRandom random, int loses, int delays, int doubles) {
    private boolean happens(int percent) {
      return random.nextInt(100) < percent;
    }
  }

  private final PriorityQueue<Packet> onTheWay = new PriorityQueue<>(Comparator.comparingLong(packet -> packet.timePs));
  private final BitSet delivered = new BitSet();
  private final BitSet reported = new BitSet(); // held, by the sender's reports since the last timeout

  @ParameterizedTest
  @CsvSource({"1, 0, 0, 0", "2, 2, 0, 0", "3, 0, 20, 0", "4, 0, 0, 10", "5, 2, 5, 5", "6, 10, 10, 10", "7, 30, 10, 10",
      "8, 1, 40, 0", "9, 5, 0, 0", "10, 50, 0, 0"})
  void eachByteOnce(long seed, int loses, int delays, int doubles) {
    var path = new Path(new SplittableRandom(seed), loses, delays, doubles);
    var sender = new TcpSender(new Tcp(1, 1, 0, 1), SIZE, SEGMENT, 100);
    var receiver = new TcpReceiver(SEGMENT);
    long now = 0;
    long waitingSince = 0;
    long steps = 0;
    while (sender.ackedBytes() < SIZE) {
      assertThat(++steps).as("it ends").isLessThan(200_000);
      while (sender.usedBytes() < WINDOW) {
        now++;
        send(sender, path, now);
        assertThat(sender.inflightBytes()).isLessThan(WINDOW + 2 * SEGMENT);
      }
      Packet next = onTheWay.poll();
      if (next == null || next.timePs > waitingSince + TIMEOUT) {
        now = Math.max(now, waitingSince + TIMEOUT);
        waitingSince = now;
        reported.clear();
        sender.timedOut(now);
        if (next != null) {
          onTheWay.add(next);
        }
        continue;
      }
      now = Math.max(now, next.timePs);
      if (next.kind == Packet.Kind.DATA) {
        take(receiver, next, path, now);
      } else {
        for (int block = 0; block < next.sack().count(); block++) {
          reported.set(number(next.sack().start(block)), number(next.sack().end(block)));
        }
        if (sender.answered(next)) {
          waitingSince = now;
        }
      }
    }
    assertThat(delivered.cardinality()).isEqualTo(SEGMENTS);
    assertThat(receiver.expectedBytes()).isEqualTo(SIZE);
    assertThat(sender.inflightBytes()).isZero();
    assertThat(sender.awaitsAnswer()).isFalse();
  }

  private static int number(long bytes) {
    return (int) Math.ceilDiv(bytes, SEGMENT);
  }

  private void send(TcpSender sender, Path path, long now) {
    var packet = new Packet(0);
    packet.kind = Packet.Kind.DATA;
    packet.sequence = sender.next();
    packet.payloadBytes = (int) Math.min(SEGMENT, SIZE - packet.sequence);
    packet.sentPs = now;
    assertThat(packet.sequence % SEGMENT).isZero();
    assertThat(packet.sequence).isBetween(sender.ackedBytes(), SIZE - 1);
    assertThat(reported.get(number(packet.sequence))).as("held, and sent again").isFalse();
    sender.sent(packet.payloadBytes);
    carry(packet, path, now);
  }

  private void take(TcpReceiver receiver, Packet packet, Path path, long now) {
    RecoveryReceiver.Verdict verdict = receiver.take(packet);
    boolean isNew = verdict == RecoveryReceiver.Verdict.ACCEPT || verdict == RecoveryReceiver.Verdict.FILL
        || verdict == RecoveryReceiver.Verdict.KEEP;
    assertThat(isNew).isEqualTo(!delivered.get(number(packet.sequence)));
    delivered.set(number(packet.sequence));
    assertThat(receiver.expectedBytes()).isEqualTo(Math.min(SIZE, (long) delivered.nextClearBit(0) * SEGMENT));
    var ack = new Packet(0);
    ack.kind = Packet.Kind.ACK;
    ack.sequence = receiver.expectedBytes();
    receiver.ackBytes(ack, Framing.TCP);
    if (verdict == RecoveryReceiver.Verdict.KEEP || verdict == RecoveryReceiver.Verdict.REPORT_GAP) {
      assertThat(packet.sequence).as("RFC 2018 §4").isBetween(ack.sack().start(0), ack.sack().end(0) - 1);
    }
    for (int block = 0; block < ack.sack().count(); block++) {
      int first = number(ack.sack().start(block));
      assertThat(delivered.nextClearBit(first)).isEqualTo(number(ack.sack().end(block)));
      assertThat(delivered.get(first - 1)).isFalse();
    }
    carry(ack, path, now);
  }

  private void carry(Packet packet, Path path, long now) {
    if (path.happens(path.loses())) {
      return;
    }
    packet.timePs = now + 50 + (path.happens(path.delays()) ? path.random().nextInt(60) : 0);
    onTheWay.add(packet);
    if (path.happens(path.doubles())) {
      var copy = new Packet(0);
      copy.kind = packet.kind;
      copy.sequence = packet.sequence;
      copy.payloadBytes = packet.payloadBytes;
      copy.sentPs = packet.sentPs;
      copy.timePs = packet.timePs + path.random().nextInt(30);
      copy.sack().clear();
      if (packet.kind == Packet.Kind.ACK) {
        TestNet.copyBlocks(packet.sack(), copy.sack());
      }
      onTheWay.add(copy);
    }
  }
}
