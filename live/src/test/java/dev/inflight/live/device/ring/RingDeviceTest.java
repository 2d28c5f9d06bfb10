package dev.inflight.live.device.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.VethContract;
import org.junit.jupiter.api.Test;

class RingDeviceTest extends VethContract {
  @Override
  protected Device open(String namespace, String name, FrameMemory memory) {
    return RingDevice.open(namespace, name, memory);
  }

  @Test
  void anInterfaceThatIsMadeAgainComesBack() {
    try (var all = new TestNamespaces(); FrameMemory memory = Ends.memory()) {
      String one = all.namespace("a");
      String other = all.namespace("b");
      all.cable(one, "a0", other, "b0", 1500);
      try (Device device = open(one, "a0", memory)) {
        TestNamespaces.ip("-n", one, "link", "del", "a0");
        device.poll(20_000_000_000L, 64);
        assertThat(device.isUp()).isFalse();
        all.cable(one, "a0", other, "b0", 1500);
        device.poll(40_000_000_000L, 64);
        assertThat(device.isUp()).isTrue();
        assertThat(device.send(memory.take(), 100)).isTrue();
        device.endRound();
        assertThat(device.counters().framesOut).isEqualTo(1);
      }
    }
  }
}
