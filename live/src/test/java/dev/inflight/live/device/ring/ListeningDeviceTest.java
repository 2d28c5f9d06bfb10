package dev.inflight.live.device.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.device.Device;
import dev.inflight.live.device.Ends;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.TestFrames;
import dev.inflight.live.os.OsException;
import dev.inflight.wire.header.Ethernet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A third party captures the frames between both ends of a cable, and takes none away. */
@Tag("live")
class ListeningDeviceTest {
  private static final long PATIENCE_NANOS = 2_000_000_000;
  private static final long LATER_PS = 20_000_000_000L;

  private final List<byte[]> heard = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private TestNamespaces all;
  private String here;
  private String there;
  private Ends ends;

  @BeforeEach
  void cable() {
    all = new TestNamespaces();
    here = all.namespace("a");
    there = all.namespace("b");
    all.cable(here, "a0", there, "b0", 9000);
    ends = new Ends(RingDevice.open(here, "a0", memory()), RingDevice.open(there, "b0", memory()), all);
  }

  @AfterEach
  void remove() throws Exception {
    ends.close();
  }

  private static FrameMemory memory() {
    return new FrameMemory(1024, 16_384);
  }

  private ListeningDevice listen(String namespace, String name) {
    return ListeningDevice.open(namespace, name, (bytes, captured, length, timeNs) -> {
      heard.add(Arrays.copyOf(bytes, captured));
      lengths.add(length);
    });
  }

  private void send(byte[] frame) {
    long at = ends.one().memory().take();
    MemorySegment.copy(frame, 0, ends.one().memory().bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
    assertThat(ends.one().send(at, frame.length)).isTrue();
    ends.one().endRound();
  }

  private void await(ListeningDevice device, int frames) {
    long begin = System.nanoTime();
    while (heard.size() < frames && System.nanoTime() - begin < PATIENCE_NANOS) {
      device.poll(0, 64);
    }
    assertThat(heard).hasSize(frames);
  }

  @Test
  void capturesReceivedFramesWithoutTakingThem() {
    var arrived = new ArrayList<byte[]>();
    Device to = ends.other();
    to.deliverTo((at, length, arrivalPs) -> {
      arrived.add(to.memory().bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
      to.memory().give(at);
    });
    try (ListeningDevice device = listen(there, "b0")) {
      for (int number = 0; number < 100; number++) {
        send(TestFrames.make(number, 60 + 13 * number));
      }
      await(device, 100);
      for (int number = 0; number < 100; number++) {
        assertThat(heard.get(number)).isEqualTo(TestFrames.make(number, 60 + 13 * number));
      }
      while (to.poll(0, 64) > 0) {
        // Until all have arrived.
      }
      assertThat(arrived).usingRecursiveComparison().isEqualTo(heard);
      assertThat(device.lost()).isZero();
      assertThat(device.oversized()).isZero();
    }
  }

  @Test
  void capturesSentFramesOnce() {
    try (ListeningDevice device = listen(here, "a0")) {
      send(TestFrames.make(1, 100));
      await(device, 1);
      device.poll(0, 64);
      assertThat(heard).singleElement().isEqualTo(TestFrames.make(1, 100));
    }
  }

  @Test
  void capturesTheStartOfLongFrames() {
    try (ListeningDevice device = listen(there, "b0")) {
      byte[] frame = TestFrames.make(1, 9000);
      send(frame);
      await(device, 1);
      assertThat(heard).singleElement().isEqualTo(Arrays.copyOf(frame, ListeningDevice.LARGEST_COPY_BYTES));
      assertThat(lengths).containsExactly(9000);
    }
  }

  /** The kernel removes VLAN tags; the captured frame has its tag again. */
  @Test
  void aTagStaysInItsFrame() {
    try (ListeningDevice device = listen(there, "b0")) {
      byte[] frame = new byte[100];
      Ethernet.write(frame, 0, 0x0200_0000_0002L, 0x0200_0000_0001L, Ethernet.VLAN);
      frame[15] = 42; // the VLAN
      frame[16] = 8; // IPv4
      for (int at = 18; at < 100; at++) {
        frame[at] = (byte) at;
      }
      send(frame);
      await(device, 1);
      assertThat(heard).singleElement().isEqualTo(frame);
    }
  }

  /** A block of 1 MB has room for some hundred of these; the others are counted. */
  @Test
  void countsFramesWithoutRoom() {
    try (
        ListeningDevice device = ListeningDevice.open(there, "b0", (bytes, captured, length, timeNs) -> lengths.add(length), 1)) {
      for (int number = 0; number < 900; number++) {
        send(TestFrames.make(number, 9000));
      }
      long begin = System.nanoTime();
      while (lengths.size() + device.lost() < 900 && System.nanoTime() - begin < PATIENCE_NANOS) {
        device.poll(0, 64);
      }
      assertThat(device.lost()).isBetween(500L, 899L);
      assertThat(lengths.size() + device.lost()).isEqualTo(900);
    }
  }

  @Test
  void continuesOnARecreatedInterface() {
    try (ListeningDevice device = listen(here, "a0")) {
      TestNamespaces.ip("-n", here, "link", "del", "a0");
      device.poll(LATER_PS, 64);
      assertThat(device.isUp()).isFalse();
      all.cable(here, "a0", there, "b0", 9000);
      device.poll(2 * LATER_PS, 64);
      assertThat(device.isUp()).isTrue();
      ends.one().poll(2 * LATER_PS, 64);
      send(TestFrames.make(3, 100));
      await(device, 1);
    }
  }

  @Test
  void checksAgainAfterTimeRestarts() {
    try (ListeningDevice device = listen(here, "a0")) {
      device.poll(50 * LATER_PS, 64);
      TestNamespaces.ip("-n", here, "link", "set", "a0", "down");
      device.poll(0, 64);
      assertThat(device.isUp()).isFalse();
      TestNamespaces.ip("-n", here, "link", "set", "a0", "up");
      TestNamespaces.awaitUp(here, "a0");
      device.poll(1, 64);
      assertThat(device.isUp()).as("it looks a hundred times a second").isFalse();
      device.poll(LATER_PS, 64);
      assertThat(device.isUp()).isTrue();
      ends.one().poll(LATER_PS, 64);
      send(TestFrames.make(3, 100));
      await(device, 1);
    }
  }

  @Test
  void rejectsAMissingInterface() {
    assertThatThrownBy(() -> listen(here, "a1")).isInstanceOf(OsException.class)
        .hasMessage("interface a1: ENODEV, there is no such interface");
  }
}
