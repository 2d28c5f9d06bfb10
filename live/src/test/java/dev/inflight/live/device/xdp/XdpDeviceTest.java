package dev.inflight.live.device.xdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.VethContract;
import dev.inflight.wire.header.Ethernet;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** AF_XDP in the driver. */
@Tag("sweep")
class XdpDeviceTest extends VethContract {
  @Override
  protected Device open(String namespace, String name, FrameMemory memory) {
    XdpDevice device = XdpDevice.open(namespace, name, memory, XdpDevice.Taking.ALL);
    assertThat(device.isNative()).isTrue();
    return device;
  }

  /** Three devices of one memory; the first one, which registered the memory with the kernel, is closed in between. */
  @Test
  void devicesOfOneMemoryShareIt() {
    try (var all = new TestNamespaces(); FrameMemory memory = Ends.memory(); FrameMemory far = Ends.memory()) {
      String middle = all.namespace("f");
      String end = all.namespace("b");
      for (int number = 0; number < 3; number++) {
        all.cable(middle, "f" + number, end, "b" + number, 1500);
      }
      Device first = open(middle, "f0", memory);
      try (Device second = open(middle, "f1", memory); Device peer = open(end, "b1", far)) {
        first.close();
        try (Device third = open(middle, "f2", memory); Device sender = open(end, "b2", far)) {
          third.deliverTo((at, length, arrivalPs) -> second.send(at, length)); // not copied
          sender.send(far.take() + FrameMemory.HEADROOM_BYTES, 777);
          sender.endRound();
          long begin = System.nanoTime();
          while (peer.counters().framesIn == 0 && System.nanoTime() - begin < 1_000_000_000) {
            third.poll(0, 64);
            second.endRound();
            peer.poll(0, 64);
          }
          assertThat(peer.counters().bytesIn).isEqualTo(777);
        }
      }
      assertThat(memory.freeChunks()).isEqualTo(memory.chunks());
      first.close();
      assertThat(memory.freeChunks()).isEqualTo(memory.chunks());
    }
  }

  /** The kernel releases a device some time after it was closed; opening it at once waits for that. */
  @Test
  void anInterfaceIsOpenedAgainAtOnce() {
    try (var all = new TestNamespaces()) {
      String one = all.namespace("a");
      String other = all.namespace("b");
      all.cable(one, "a0", other, "b0", 1500);
      for (int time = 0; time < 60; time++) {
        try (FrameMemory memory = Ends.memory(); Device device = open(one, "a0", memory)) {
          for (int frame = 0; frame < 32; frame++) {
            assertThat(device.send(memory.take() + FrameMemory.HEADROOM_BYTES, 1000)).isTrue();
          }
          device.endRound();
        }
      }
    }
  }

  /**
   * A kernel requests the address of another one behind a device: it gets an answer if the device leaves ARP to the kernel; otherwise the
   * request is a frame like others.
   */
  @ParameterizedTest
  @EnumSource
  void arpIsAnsweredIfLeftToTheKernel(XdpDevice.Taking taking) {
    try (var all = new TestNamespaces(); FrameMemory memory = Ends.memory()) {
      String asking = all.namespace("a");
      String asked = all.namespace("b");
      all.cable(asking, "a0", asked, "b0", 1500);
      TestNamespaces.ip("-n", asking, "addr", "add", "10.88.9.1/24", "dev", "a0");
      TestNamespaces.ip("-n", asked, "addr", "add", "10.88.9.2/24", "dev", "b0");
      try (Device device = XdpDevice.open(asked, "b0", memory, taking)) {
        List<Integer> types = new ArrayList<>();
        device.deliverTo((at, length, arrivalPs) -> {
          byte[] frame = memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
          types.add(Ethernet.type(frame, 0));
          memory.give(at);
        });
        TestNamespaces.ip("netns", "exec", asking, "bash", "-c", "echo hello > /dev/udp/10.88.9.2/4791");
        long begin = System.nanoTime();
        while (types.isEmpty() && System.nanoTime() - begin < 1_000_000_000) {
          device.poll(0, 64);
        }
        String neighbor = TestNamespaces.ip("-n", asking, "neigh", "show", "10.88.9.2");
        if (taking == XdpDevice.Taking.ALL) {
          assertThat(types).contains(0x0806);
          assertThat(neighbor).doesNotContain("REACHABLE");
        } else {
          assertThat(types).isNotEmpty().doesNotContain(0x0806);
          assertThat(neighbor).contains("REACHABLE");
        }
      }
    }
  }
}
