package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.RecoveryReceiver.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver's side of IRN: keeps what comes out of order, each byte once. */
class SelectiveRepeatReceiverTest {
  private final SelectiveRepeatReceiver reassembly = new SelectiveRepeatReceiver();

  private Verdict take(long from, int bytes) {
    var packet = new Packet(0);
    packet.sequence = from;
    packet.payloadBytes = bytes;
    return reassembly.take(packet);
  }

  @Test
  void inOrderNothingIsKept() {
    assertThat(take(0, 1000)).isEqualTo(Verdict.ACCEPT);
    assertThat(take(1000, 1)).isEqualTo(Verdict.ACCEPT);
    assertThat(reassembly.expected()).isEqualTo(1001);
  }

  @Test
  void aGapThatIsFilledMovesBeyondWhatWasKept() {
    take(0, 10);
    assertThat(take(20, 10)).isEqualTo(Verdict.KEEP);
    assertThat(take(30, 10)).isEqualTo(Verdict.KEEP);
    assertThat(take(50, 10)).isEqualTo(Verdict.KEEP);
    assertThat(reassembly.expected()).isEqualTo(10);
    assertThat(take(10, 10)).isEqualTo(Verdict.ACCEPT);
    assertThat(reassembly.expected()).isEqualTo(40);
    assertThat(take(40, 10)).isEqualTo(Verdict.ACCEPT);
    assertThat(reassembly.expected()).isEqualTo(60);
  }

  @Test
  void whatWasHereBeforeIsToldApart() {
    take(0, 10);
    take(20, 10);
    assertThat(take(0, 10)).isEqualTo(Verdict.DUPLICATE);
    assertThat(take(20, 10)).as("its report may have been lost").isEqualTo(Verdict.REPORT_GAP);
    take(30, 10);
    assertThat(take(20, 10)).isEqualTo(Verdict.REPORT_GAP);
    assertThat(take(30, 10)).isEqualTo(Verdict.REPORT_GAP);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void inAnyOrderEachByteOnce(long seed) {
    var random = new SplittableRandom(seed);
    List<long[]> packets = new ArrayList<>();
    long size = 0;
    for (int n = 0; n < 300; n++) {
      int bytes = random.nextInt(1, 1001);
      packets.add(new long[] {size, bytes});
      size += bytes;
    }
    List<long[]> arrivals = new ArrayList<>(packets);
    packets.stream().filter(packet -> random.nextBoolean()).forEach(arrivals::add); // some come twice
    Collections.shuffle(arrivals, new java.util.Random(seed));
    var here = new BitSet();
    for (long[] arrival : arrivals) {
      int from = (int) arrival[0];
      int to = from + (int) arrival[1];
      boolean isNew = !here.get(from);
      boolean beyond = from > here.nextClearBit(0);
      Verdict verdict = take(from, to - from);
      here.set(from, to);
      assertThat(verdict)
          .isEqualTo(isNew ? beyond ? Verdict.KEEP : Verdict.ACCEPT : beyond ? Verdict.REPORT_GAP : Verdict.DUPLICATE);
      assertThat(reassembly.expected()).isEqualTo(here.nextClearBit(0));
    }
    assertThat(reassembly.expected()).isEqualTo(size);
  }
}
