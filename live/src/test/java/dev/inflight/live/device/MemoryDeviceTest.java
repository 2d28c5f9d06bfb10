package dev.inflight.live.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MemoryDeviceTest extends DeviceContract {
  @Override
  protected Ends open(FrameMemory one, FrameMemory other) {
    MemoryDevice.Pair pair = MemoryDevice.pair("cable", one, other, 1024);
    return new Ends(pair.one(), pair.other(), pair);
  }

  /** Each end in its own thread: a million frames, and no sent frame is lost. */
  @Test
  void endsMayBeInTwoThreads() throws Exception {
    try (Ends ends = open()) {
      FrameMemory memory = ends.other().memory();
      long[] sum = {0};
      ends.other().deliverTo((at, length, arrivalPs) -> {
        sum[0] += length;
        memory.give(at);
      });
      long[] sent = {0};
      Thread sender = Thread.ofPlatform().start(() -> {
        for (int number = 0; number < 1_000_000; number++) {
          int length = 60 + number % 100;
          long at = ends.one().memory().take() + FrameMemory.HEADROOM_BYTES;
          sent[0] += ends.one().send(at, length) ? length : 0;
          ends.one().flush();
        }
      });
      while (sender.isAlive()) {
        ends.other().poll(0, 64);
      }
      sender.join();
      while (ends.other().poll(0, 64) > 0) {
        Thread.onSpinWait();
      }
      assertThat(sum[0]).isEqualTo(sent[0]).isPositive();
    }
  }

  @Test
  void closedSecondMemoryLeavesNoDeviceAtTheFirst() {
    FrameMemory closed = Ends.memory();
    closed.close();
    try (FrameMemory one = Ends.memory()) {
      assertThatThrownBy(() -> MemoryDevice.pair("cable", one, closed, 1024)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void oneThatIsClosedTakesTheOtherDown() throws Exception {
    try (Ends ends = open()) {
      ends.other().close();
      assertThat(ends.one().isUp()).isFalse();
    }
  }
}
