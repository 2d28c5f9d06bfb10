package dev.inflight.live.device.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.VethContract;
import dev.inflight.wire.header.Ethernet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class RingDeviceTest extends VethContract {
  @Override
  protected Device open(String namespace, String name, FrameMemory memory) {
    return RingDevice.open(namespace, name, memory);
  }

  @Test
  void continuesOnARecreatedInterface() {
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

  /** The kernel removes VLAN tags; the received frame has its tag again. */
  @Test
  void aTagStaysInItsFrame() throws Exception {
    try (Ends ends = open()) {
      byte[] frame = new byte[100];
      Ethernet.write(frame, 0, 0x0200_0000_0002L, 0x0200_0000_0001L, Ethernet.VLAN);
      frame[15] = 42; // the VLAN
      frame[16] = 8; // IPv4
      for (int at = 18; at < 100; at++) {
        frame[at] = (byte) at;
      }
      var arrived = new ArrayList<byte[]>();
      FrameMemory memory = ends.other().memory();
      ends.other().deliverTo((at, length, arrivalPs) -> {
        arrived.add(memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
        memory.give(at);
      });
      long at = ends.one().memory().take();
      MemorySegment.copy(frame, 0, ends.one().memory().bytes(), ValueLayout.JAVA_BYTE, at, 100);
      ends.one().send(at, 100);
      ends.one().endRound();
      long begin = System.nanoTime();
      while (arrived.isEmpty() && System.nanoTime() - begin < 1_000_000_000) {
        ends.other().poll(0, 64);
      }
      assertThat(arrived).singleElement().isEqualTo(frame);
    }
  }
}
