package dev.inflight.live.device.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.OsException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class DevicesTest {
  @Test
  void anInterfaceThatIsNotThereIsNamed() {
    try (FrameMemory memory = Ends.memory()) {
      assertThatThrownBy(() -> Devices.open(null, null, "ifl-tnone", memory)).isInstanceOf(OsException.class)
          .hasMessage("interface ifl-tnone: ENODEV, there is no such interface");
    }
  }

  @Test
  void memoryHasNoInterface() {
    try (FrameMemory memory = Ends.memory()) {
      assertThatThrownBy(() -> Devices.open(Device.Kind.MEMORY, null, "lo", memory)).isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a memory device has no interface: MemoryDevice.pair makes two of them");
    }
  }

  @Test
  void whatIsAskedForIsOpened() {
    try (FrameMemory memory = Ends.memory(); Device device = Devices.open(Device.Kind.UDP, null, "lo", memory).device()) {
      assertThat(device.kind()).isEqualTo(Device.Kind.UDP);
      assertThat(device.name()).isEqualTo("lo");
    }
  }

  @Test
  @Tag("live")
  void theBestIsChosenAndTheOthersAreExplained() {
    try (var all = new TestNamespaces(); FrameMemory memory = Ends.memory(); FrameMemory other = Ends.memory()) {
      String one = all.namespace("a");
      String two = all.namespace("b");
      all.cable(one, "a0", two, "b0", 1500);
      all.cable(one, "a1", two, "b1", 9000);
      Devices.Choice first = Devices.open(null, one, "a0", memory);
      Devices.Choice large = Devices.open(null, one, "a1", memory);
      try (Device device = first.device(); Device largeDevice = large.device()) {
        assertThat(first.reasons()).containsExactly("a0: AF_XDP.");
        assertThat(large.reasons())
            .containsExactly("a1: AF_XDP, behind the driver, which cannot do it itself with this MTU or at all.");
        assertThat(device.mac() >>> 40 & 1).isZero();
        assertThat(largeDevice.largestFrameBytes()).isEqualTo(memory.largestFrameBytes());
        Devices.Choice taken = Devices.open(null, one, "a0", other); // somebody has AF_XDP's queue
        try (Device ring = taken.device()) {
          assertThat(ring.kind()).isEqualTo(Device.Kind.PACKET_RING);
          assertThat(taken.reasons()).containsExactly(
              "a0: not AF_XDP: AF_XDP on a0: EBUSY, somebody else has it already, perhaps another program on the same interface.",
              "a0: AF_PACKET with a ring.");
        }
        assertThat(other.freeChunks()).isEqualTo(other.chunks());
      }
    }
  }
}
