package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One member takes each part once in a step, its owner if possible. */
class SharesTest {
  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "7,3", "64,5", "1024,64"})
  void eachPartIsTakenOnce(int parts, int members) throws InterruptedException {
    var shares = new Shares(parts, members);
    for (int step = 0; step < 20; step++) {
      List<List<Integer>> taken = IntStream.range(0, members).<List<Integer>>mapToObj(member -> new ArrayList<>()).toList();
      List<Thread> threads = IntStream.range(0, members).mapToObj(member -> Thread.ofPlatform().start(() -> {
        for (int part = shares.take(member); part >= 0; part = shares.take(member)) {
          taken.get(member).add(part);
        }
      })).toList();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(taken.stream().flatMap(List::stream).sorted())
          .containsExactlyElementsOf(IntStream.range(0, parts).boxed().toList());
      shares.begin();
    }
  }

  @Test
  void threadTakesItsOwnPartsFirst() {
    var shares = new Shares(6, 3);
    assertThat(IntStream.range(0, 7).map(_ -> shares.take(1))).containsExactly(2, 3, 4, 5, 0, 1, -1);
    shares.begin();
    assertThat(shares.take(2)).isEqualTo(4);
  }
}
