package dev.inflight.net.switching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.switching.pfc.ByRateProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shared buffer against its rules put down once more, without short ways and running sums. */
class SharedBufferBooksTest {
  private static final long G = 1_000_000_000L;
  private static final int HEADROOM = 20_000;
  private static final int RESERVED = ByRateProfile.RESERVED_BYTES;
  private static final int RESUME_OFFSET = 3072;
  private static final long[] RATES = {100 * G, 200 * G, 400 * G, 800 * G};

  /** Bytes of one port in the one priority of this test. */
  private static final class Slot {
    private final int divisor;
    private int ingress;
    private int headroom;
    private boolean pausing;

    Slot(int divisor) {
      this.divisor = divisor;
    }

    private int shared() {
      return Math.max(0, ingress - RESERVED);
    }
  }

  private static final class Books {
    private final List<Slot> slots = new ArrayList<>();
    private final long pool;

    Books(long pool) {
      this.pool = pool;
      for (int divisor = 8; divisor >= 1; divisor /= 2) {
        slots.add(new Slot(divisor));
      }
    }

    private long threshold(Slot slot) {
      long free = pool - slots.stream().mapToInt(Slot::shared).sum();
      return Math.floorDiv(free, slot.divisor);
    }

    int admit(int port, int size) {
      Slot slot = slots.get(port);
      boolean reserved = slot.ingress + size <= RESERVED;
      boolean fitsShare = slot.ingress + size - RESERVED <= threshold(slot);
      if (!reserved && slot.headroom + size > HEADROOM && slot.shared() + size > threshold(slot)) {
        return SharedBuffer.DROP;
      }
      if (reserved || fitsShare) {
        slot.ingress += size;
      } else {
        slot.headroom += size;
      }
      if (!slot.pausing && (slot.headroom > 0 || slot.shared() >= threshold(slot))) {
        slot.pausing = true;
        return SharedBuffer.KEEP_AND_PAUSE;
      }
      return SharedBuffer.KEEP;
    }

    boolean release(int port, int size) {
      Slot slot = slots.get(port);
      int fromHeadroom = Math.min(size, slot.headroom);
      slot.headroom -= fromHeadroom;
      slot.ingress -= size - fromHeadroom;
      boolean low = slot.shared() == 0 || slot.shared() + RESUME_OFFSET <= threshold(slot);
      if (slot.pausing && slot.headroom == 0 && low) {
        slot.pausing = false;
        return true;
      }
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "2, 5000", "3, 12000", "4, 40000", "5, 100000", "6, 400000"})
  void everyAnswerIsThatOfTheRules(long seed, long pool) {
    var buffer = new SharedBuffer(pool + 4L * (HEADROOM + RESERVED), TestLimits.byRate(HEADROOM, RATES, 100 * G), 1);
    var books = new Books(pool);
    List<ArrayDeque<Integer>> held = new ArrayList<>();
    for (int port = 0; port < RATES.length; port++) {
      held.add(new ArrayDeque<>());
    }
    var random = new SplittableRandom(seed);
    int[] answers = new int[3];
    int resumed = 0;
    for (int step = 0; step < 20_000; step++) {
      int port = random.nextInt(4);
      int slot = buffer.slot(port, 3);
      if (random.nextInt(100) < 50 + 30 * Math.cos(step / 200.0 + port)) {
        int size = random.nextInt(20) == 0 ? RESERVED : random.nextInt(60, 1100);
        int answer = books.admit(port, size);
        assertThat(buffer.admit(slot, size)).as("step %d, port %d, %d bytes", step, port, size).isEqualTo(answer);
        answers[answer]++;
        if (answer != SharedBuffer.DROP) {
          held.get(port).add(size);
        }
      } else if (!held.get(port).isEmpty()) {
        int size = held.get(port).poll();
        boolean resumes = books.release(port, size);
        assertThat(buffer.release(slot, size)).as("step %d, port %d, %d bytes", step, port, size).isEqualTo(resumes);
        resumed += resumes ? 1 : 0;
      }
      assertThat(buffer.isPausing(port, 3)).isEqualTo(books.slots.get(port).pausing);
    }
    assertThat(answers[SharedBuffer.KEEP_AND_PAUSE]).as("the story has pauses that begin and end").isGreaterThan(10);
    assertThat(resumed).isGreaterThan(10);
  }
}
