package dev.inflight.live.device.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.os.OsException;
import dev.inflight.live.testing.Ended;
import dev.inflight.live.testing.Unprivileged;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DevicesTest {
  @TempDir
  private Path folder;

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
  void opensTheRequestedKind() {
    try (FrameMemory memory = Ends.memory(); Device device = Devices.open(Device.Kind.UDP, null, "lo", memory).device()) {
      assertThat(device.kind()).isEqualTo(Device.Kind.UDP);
      assertThat(device.name()).isEqualTo("lo");
    }
  }

  /** Choice of a device by a program without any capability. */
  public static final class Choosing {
    private Choosing() {
    }

    public static void main(String[] arguments) {
      try (FrameMemory memory = Ends.memory()) {
        Devices.Choice choice = Devices.open(null, null, "lo", memory);
        try (Device device = choice.device()) {
          System.out.println(device.kind());
          choice.reasons().forEach(System.out::println);
        }
      }
    }
  }

  @Test
  void withoutPrivilegesItIsUdpWithAReason() throws Exception {
    Ended chosen = Unprivileged.run(folder, Choosing.class);
    assertThat(chosen.exit()).as(chosen.err()).isZero();
    String needs = "EPERM, needs root or CAP_NET_RAW (AF_XDP also CAP_BPF and CAP_NET_ADMIN, namespaces CAP_SYS_ADMIN).";
    assertThat(chosen.out().lines()).hasSize(4).startsWith("UDP")
        .anySatisfy(line -> assertThat(line).startsWith("lo: not AF_XDP: ").endsWith(": " + needs))
        .anySatisfy(line -> assertThat(line).isEqualTo("lo: not AF_PACKET with a ring: socket of AF_PACKET: " + needs))
        .endsWith("lo: UDP sockets.");
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
        Devices.Choice taken = Devices.open(null, one, "a0", other); // another device has AF_XDP's queue
        try (Device ring = taken.device()) {
          assertThat(ring.kind()).isEqualTo(Device.Kind.PACKET_RING);
          assertThat(taken.reasons()).containsExactly(
              "a0: not AF_XDP: AF_XDP on a0: EBUSY, device or resource busy, perhaps used by another program on the same interface.",
              "a0: AF_PACKET with a ring.");
        }
        assertThat(other.freeChunks()).isEqualTo(other.chunks());
      }
    }
  }
}
