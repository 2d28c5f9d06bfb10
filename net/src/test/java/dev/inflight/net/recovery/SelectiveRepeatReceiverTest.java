package dev.inflight.net.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.RecoveryReceiver.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receiver's side of IRN: keeps packets that arrive out of order, each byte once. */
class SelectiveRepeatReceiverTest {
  private final SelectiveRepeatReceiver reassembly = new SelectiveRepeatReceiver();

  private Verdict take(long number, int bytes) {
    var packet = new Packet(0);
    packet.number = number;
    packet.payloadBytes = bytes;
    return reassembly.take(packet);
  }

  private void assertExpected(long number, long bytes) {
    assertThat(reassembly.expectedNumber()).isEqualTo(number);
    assertThat(reassembly.expectedBytes()).isEqualTo(bytes);
  }

  @Test
  void inOrderNothingIsKept() {
    assertThat(take(0, 1000)).isEqualTo(Verdict.ACCEPT);
    assertThat(take(1, 1)).isEqualTo(Verdict.ACCEPT);
    assertExpected(2, 1001);
  }

  @Test
  void filledGapMovesBeyondKeptPackets() {
    take(0, 10);
    assertThat(take(2, 11)).isEqualTo(Verdict.KEEP);
    assertThat(take(3, 12)).isEqualTo(Verdict.KEEP);
    assertThat(take(5, 13)).isEqualTo(Verdict.KEEP);
    assertExpected(1, 10);
    assertThat(take(1, 10)).isEqualTo(Verdict.ACCEPT);
    assertExpected(4, 43);
    assertThat(take(4, 1)).isEqualTo(Verdict.ACCEPT);
    assertExpected(6, 57);
  }

  @Test
  void detectsDuplicates() {
    take(0, 10);
    take(2, 10);
    assertThat(take(0, 10)).isEqualTo(Verdict.DUPLICATE);
    assertThat(take(2, 10)).as("its report may have been lost").isEqualTo(Verdict.REPORT_GAP);
    take(3, 10);
    assertThat(take(2, 10)).isEqualTo(Verdict.REPORT_GAP);
    assertThat(take(3, 10)).isEqualTo(Verdict.REPORT_GAP);
  }

  @Test
  void dropsPacketsBeyondAnySendersReach() {
    assertThat(take((1 << 18) - 1, 10)).isEqualTo(Verdict.KEEP);
    assertThat(take(1 << 18, 10)).isEqualTo(Verdict.IGNORE);
    assertThat(take(0, 1)).isEqualTo(Verdict.ACCEPT);
    assertThat(take(1 << 18, 10)).as("one packet nearer").isEqualTo(Verdict.KEEP);
    assertExpected(1, 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void inAnyOrderEachPacketOnce(long seed) {
    var random = new SplittableRandom(seed);
    int[] bytes = random.ints(300, 1, 1001).toArray();
    List<Integer> arrivals = new ArrayList<>(IntStream.range(0, bytes.length).boxed().toList());
    IntStream.range(0, bytes.length).filter(packet -> random.nextBoolean()).forEach(arrivals::add); // some come twice
    Collections.shuffle(arrivals, new java.util.Random(seed));
    var here = new BitSet();
    for (int number : arrivals) {
      boolean isNew = !here.get(number);
      boolean beyond = number > here.nextClearBit(0);
      Verdict verdict = take(number, bytes[number]);
      here.set(number);
      assertThat(verdict)
          .isEqualTo(isNew ? beyond ? Verdict.KEEP : Verdict.ACCEPT : beyond ? Verdict.REPORT_GAP : Verdict.DUPLICATE);
      assertExpected(here.nextClearBit(0), IntStream.range(0, here.nextClearBit(0)).mapToLong(n -> bytes[n]).sum());
    }
    assertThat(reassembly.expectedNumber()).isEqualTo(bytes.length);
  }
}
