package dev.inflight.live.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.inflight.live.Devices;
import dev.inflight.live.os.OsException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every device does that is an interface of the machine. */
@Tag("live")
class DeviceContractTest {
  private static final int CHUNKS = 8192;
  private static final int CHUNK_BYTES = 2048;
  private static final byte PROTOCOL_HIGH = (byte) 0x88; // for experiments (IEEE 802)
  private static final byte PROTOCOL_LOW = (byte) 0xB5;
  private static final long SECOND_NANOS = 1_000_000_000;

  /** One end: a device and what has come there. */
  private static final class End implements AutoCloseable {
    final FrameMemory memory = new FrameMemory(CHUNKS, CHUNK_BYTES);
    final Device device;
    final List<byte[]> frames = new ArrayList<>();
    boolean keeps = true;
    long taken;

    End(Device.Kind kind, String namespace, String name) {
      device = Devices.open(kind, namespace, name, memory).device();
      device.deliverTo((at, length, _) -> take(at, length));
    }

    private void take(long at, int length) {
      boolean ours = memory.bytes().get(JAVA_BYTE, at + 12) == PROTOCOL_HIGH
          && memory.bytes().get(JAVA_BYTE, at + 13) == PROTOCOL_LOW;
      assertThat(at % CHUNK_BYTES).isGreaterThanOrEqualTo(FrameMemory.HEADROOM_BYTES);
      if (ours && keeps) {
        frames.add(memory.bytes().asSlice(at, length).toArray(JAVA_BYTE));
      }
      taken += ours ? 1 : 0;
      memory.give(at);
    }

    boolean send(int number, int length) {
      long at = memory.take();
      assertThat(at).isNotNegative();
      at += FrameMemory.HEADROOM_BYTES;
      for (int byteAt = 0; byteAt < length; byteAt++) {
        memory.bytes().set(JAVA_BYTE, at + byteAt, content(number, byteAt));
      }
      return device.send(at, length);
    }

    void round() {
      device.poll(System.nanoTime() * 1000, 64);
      device.endRound();
    }

    @Override
    public void close() {
      device.close();
      assertThat(memory.freeChunks()).as("chunks that came back").isEqualTo(CHUNKS);
      memory.close();
    }
  }

  private static byte content(int number, int at) {
    return switch (at) {
      case 0, 1, 2, 3, 4, 5 -> (byte) 0xFF;
      case 12 -> PROTOCOL_HIGH;
      case 13 -> PROTOCOL_LOW;
      case 14 -> (byte) number;
      case 15 -> (byte) (number >> 8);
      default -> (byte) (at * 7 + number);
    };
  }

  private static void until(BooleanSupplier condition, End... ends) {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      for (End end : ends) {
        end.round();
      }
      assertThat(System.nanoTime() - began).as("nanoseconds until it happens").isLessThan(5 * SECOND_NANOS);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void framesArriveOnceInOrderAndUnchanged(Device.Kind kind) {
    try (var pair = VethPair.make(1500);
        var left = new End(kind, pair.a, "left");
        var right = new End(kind, pair.b, "right")) {
      until(() -> left.device.isUp() && right.device.isUp(), left, right);
      assertThat(left.device.kind()).isEqualTo(kind);
      assertThat(left.device.name()).isEqualTo("left");
      assertThat(left.device.mac()).isNotZero().isNotEqualTo(right.device.mac());
      assertThat(left.device.largestFrameBytes()).isEqualTo(1514);
      int number = 0;
      for (int length = 60; length <= 1514; length++) {
        assertThat(left.send(number++, length)).isTrue();
        assertThat(right.send(number++, length)).isTrue();
        if (number % 64 == 0) {
          int all = number / 2;
          until(() -> right.frames.size() == all && left.frames.size() == all, left, right);
        }
      }
      int all = number / 2;
      until(() -> right.frames.size() == all && left.frames.size() == all, left, right);
      for (int at = 0; at < all; at++) {
        byte[] frame = right.frames.get(at);
        assertThat(frame).hasSize(60 + at);
        for (int byteAt = 0; byteAt < frame.length; byteAt++) {
          assertThat(frame[byteAt]).isEqualTo(content(2 * at, byteAt));
        }
      }
      assertThat(left.device.counters().framesOut).isEqualTo(all);
      assertThat(right.device.counters().framesIn).isGreaterThanOrEqualTo(all);
      assertThat(right.device.counters().bytesIn).isGreaterThanOrEqualTo(left.device.counters().bytesOut);
      assertThat(left.send(0, 1515)).as("a frame that is too long").isFalse();
      assertThat(left.device.counters().dropsOut).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void aFloodIsDroppedAndCounted(Device.Kind kind) {
    try (var pair = VethPair.make(1500);
        var left = new End(kind, pair.a, "left");
        var right = new End(kind, pair.b, "right")) {
      until(() -> left.device.isUp() && right.device.isUp(), left, right);
      right.keeps = false;
      int sent = 20_000;
      for (int number = 0; number < sent; number++) {
        left.send(number, 1000);
        if (number % 16 == 0) {
          left.round();
        }
      }
      long began = System.nanoTime();
      until(() -> System.nanoTime() - began > SECOND_NANOS / 2, left, right);
      long lost = left.device.counters().dropsOut + right.device.counters().dropsIn;
      assertThat(right.taken).isPositive().isLessThan(sent);
      assertThat(right.taken + lost).isBetween(sent - 2000L, (long) sent); // veth drops by itself when its own queue is full
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void nothingIsAllocatedForAFrame(Device.Kind kind) {
    try (var pair = VethPair.make(1500);
        var left = new End(kind, pair.a, "left");
        var right = new End(kind, pair.b, "right")) {
      until(() -> left.device.isUp() && right.device.isUp(), left, right);
      right.device.deliverTo((at, _, _) -> right.memory.give(at));
      exchange(left, right, 400_000);
      var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      exchange(left, right, 50_000);
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("bytes for 50,000 frames").isLessThan(50_000);
    }
  }

  private static void exchange(End left, End right, int frames) {
    for (int number = 0; number < frames; number++) {
      long at = left.memory.take();
      if (at >= 0) {
        left.device.send(at + FrameMemory.HEADROOM_BYTES, 500);
      }
      if (number % 32 == 0) {
        left.round();
        right.round();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void anInterfaceThatVanishesIsDown(Device.Kind kind) {
    try (var pair = VethPair.make(1500);
        var left = new End(kind, pair.a, "left")) {
      until(() -> left.device.isUp(), left);
      VethPair.ip("-n " + pair.b + " link set dev right down");
      until(() -> !left.device.isUp(), left);
      assertThat(left.send(1, 100)).isFalse();
      VethPair.ip("-n " + pair.b + " link set dev right up");
      until(() -> left.device.isUp(), left);
      VethPair.ip("-n " + pair.b + " link del right");
      until(() -> !left.device.isUp(), left);
      assertThat(left.send(1, 100)).isFalse();
      left.round();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void whatIsOpenedIsClosed(Device.Kind kind) throws IOException {
    try (var pair = VethPair.make(1500)) {
      new End(kind, pair.a, "left").close();
      long before = openFiles();
      for (int time = 0; time < 5; time++) {
        new End(kind, pair.a, "left").close();
        assertThatThrownBy(() -> new End(kind, pair.a, "middle")).isInstanceOf(OsException.class).hasMessageContaining("middle");
        assertThatThrownBy(() -> new End(kind, "ifl-none", "left")).isInstanceOf(OsException.class)
            .hasMessageContaining("ifl-none");
      }
      assertThat(openFiles()).isEqualTo(before);
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"XDP", "PACKET_RING"})
  void severalShareOneMemory(Device.Kind kind) {
    try (var one = VethPair.make(1500);
        var two = VethPair.make(1500);
        var left = new End(kind, one.a, "left");
        var right = new End(kind, two.b, "right")) {
      until(() -> left.device.isUp() && right.device.isUp(), left, right);
      try (Device in = Devices.open(kind, one.b, "right", left.memory).device()) {
        assertThat(in.memory()).isSameAs(left.memory);
      }
      var memory = new FrameMemory(CHUNKS, CHUNK_BYTES);
      Device in = Devices.open(kind, one.b, "right", memory).device();
      Device out = Devices.open(kind, two.a, "left", memory).device();
      in.deliverTo((at, length, _) -> out.send(at, length)); // a switch of two ports
      out.deliverTo((at, length, _) -> in.send(at, length));
      for (int number = 0; number < 1000; number++) {
        left.send(number, 700);
        if (number % 16 == 15) {
          int all = number + 1;
          until(() -> {
            in.poll(System.nanoTime() * 1000, 64);
            out.poll(System.nanoTime() * 1000, 64);
            in.endRound();
            out.endRound();
            return right.frames.size() >= all;
          }, left, right);
        }
      }
      assertThat(right.frames).hasSizeGreaterThanOrEqualTo(992);
      in.close();
      out.close();
      out.close(); // once more is harmless
      assertThat(memory.freeChunks()).isEqualTo(CHUNKS);
      memory.close();
    }
  }
}
