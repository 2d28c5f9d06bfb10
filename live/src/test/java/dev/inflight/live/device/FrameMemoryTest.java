package dev.inflight.live.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class FrameMemoryTest {
  @Test
  void everyChunkIsTakenOnce() {
    try (var memory = new FrameMemory(64, 2048)) {
      var taken = new HashSet<Long>();
      for (long at = memory.take(); at >= 0; at = memory.take()) {
        assertThat(at % 2048).isZero();
        assertThat(taken.add(at)).isTrue();
      }
      assertThat(taken).hasSize(64);
      assertThat(memory.freeChunks()).isZero();
      taken.forEach(at -> memory.give(at + 2047)); // any byte of it is valid
      assertThat(memory.freeChunks()).isEqualTo(64);
      assertThat(memory.take() % 2048).isZero();
    }
  }

  @Test
  void rejectsReturnsOfFreeChunks() {
    try (var memory = new FrameMemory(1, 4096)) {
      assertThat(memory.largestFrameBytes()).isEqualTo(3840);
      assertThat(memory.chunkOf(4095)).isZero();
      assertThatThrownBy(() -> memory.give(0)).isInstanceOf(IllegalStateException.class);
      memory.close();
    }
  }

  @Test
  void devicesAreCounted() {
    var memory = new FrameMemory(1, 2048);
    memory.addDevice();
    memory.addDevice();
    assertThatThrownBy(memory::close).isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory for frames has 2 devices open, and can be closed only after them");
    memory.removeDevice();
    assertThatThrownBy(memory::close).isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory for frames has 1 device open, and can be closed only after it");
    assertThat(memory.bytes().get(ValueLayout.JAVA_BYTE, 0)).as("it is still there").isZero();
    memory.removeDevice();
    assertThatThrownBy(memory::removeDevice).isInstanceOf(IllegalStateException.class)
        .hasMessage("a device is closed that was not open");
    memory.close();
    memory.close();
    assertThatThrownBy(memory::addDevice).isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory for frames is closed, and no device can be opened over it");
  }

  @Test
  void sizesAreChecked() {
    assertThatThrownBy(() -> new FrameMemory(0, 2048))
        .hasMessageContaining("1 to 2^20 of 2048, 4096, 8192 or 16384 are possible");
    assertThatThrownBy(() -> new FrameMemory(1, 3000)).hasMessageContaining("1 chunks of 3000 bytes");
  }
}
