package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.memory.SentPackets;
import dev.inflight.net.recovery.RecoveryReceiver.Verdict;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** State of both ends for packets in flight. */
class SentPacketsTest {
  private record Sent(long number, long start, int bytes) {
  }

  @Test
  void packetsOfAnySizeAreFoundByNumberAndByFirstByte() {
    var packets = new SentPackets();
    var model = new ArrayDeque<Sent>();
    var random = new SplittableRandom(1);
    long number = 0;
    long end = 0;
    for (int step = 0; step < 5_000; step++) {
      boolean grows = random.nextInt(100) < 50 + 30 * Math.cos(step / 300.0);
      if (grows || model.isEmpty()) {
        int bytes = random.nextInt(1, 1500);
        packets.add(bytes);
        model.add(new Sent(number++, end, bytes));
        end += bytes;
        assertThat(packets.hasArrived(number - 1)).as("a place that is used again begins anew").isFalse();
        if (random.nextBoolean()) {
          packets.markArrived(number - 1);
        }
      } else {
        packets.removeFirst();
        model.remove();
      }
      assertThat(packets.end()).isEqualTo(number);
      assertThat(packets.endByte()).isEqualTo(end);
      assertThat(packets.first()).isEqualTo(number - model.size());
      if (step % 50 == 0) {
        for (Sent sent : model) {
          assertThat(packets.start(sent.number)).isEqualTo(sent.start);
          assertThat(packets.bytes(sent.number)).isEqualTo(sent.bytes);
          assertThat(packets.end(sent.number)).isEqualTo(sent.start + sent.bytes);
        }
      }
    }
  }

  @Test
  void arrivalsAreRememberedWhenMoreRoomIsNeeded() {
    var packets = new SentPackets();
    int gone = 15; // just before the first room is full
    for (int n = 0; n < gone; n++) {
      packets.add(1);
    }
    for (int n = 0; n < gone; n++) {
      packets.removeFirst();
    }
    for (int n = gone; n < 200; n++) {
      packets.add(1);
      if (n % 3 == 0) {
        packets.markArrived(n);
      }
    }
    for (int n = gone; n < 200; n++) {
      assertThat(packets.hasArrived(n)).as("packet %d", n).isEqualTo(n % 3 == 0);
    }
  }

  private static Verdict take(RecoveryReceiver reassembly, long number, long nowPs) {
    var packet = new Packet(0);
    packet.number = number;
    packet.payloadBytes = 1000;
    packet.timePs = nowPs;
    return reassembly.take(packet);
  }

  @Test
  void inOrderReceiverRequestsMissingPacketsEveryHalfMillisecond() {
    var reassembly = new GoBackNReceiver();
    long half = 500_000_000L;
    assertThat(take(reassembly, 0, 1)).isEqualTo(Verdict.ACCEPT);
    assertThat(take(reassembly, 2, 10)).isEqualTo(Verdict.REPORT_GAP);
    assertThat(take(reassembly, 3, 11)).isEqualTo(Verdict.IGNORE);
    assertThat(take(reassembly, 0, 12)).isEqualTo(Verdict.DUPLICATE);
    assertThat(take(reassembly, 4, 10 + half - 1)).isEqualTo(Verdict.IGNORE);
    assertThat(take(reassembly, 5, 10 + half)).isEqualTo(Verdict.REPORT_GAP);
    assertThat(take(reassembly, 6, 10 + half + 1)).isEqualTo(Verdict.IGNORE);
    assertThat(take(reassembly, 1, 10 + half + 2)).isEqualTo(Verdict.ACCEPT);
    assertThat(reassembly.expectedNumber()).isEqualTo(2);
    assertThat(reassembly.expectedBytes()).isEqualTo(2000);
    assertThat(take(reassembly, 3, 10 + half + 3)).as("another gap is reported at once").isEqualTo(Verdict.REPORT_GAP);
    assertThat(reassembly.reportsArrivals()).isFalse();
  }
}
