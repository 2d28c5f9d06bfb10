package dev.inflight.live.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.cc.testing.Allocation;
import dev.inflight.live.Mappings;
import dev.inflight.live.OpenFiles;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of devices of every kind. */
public abstract class DeviceContract {
  private static final int BURST = 12_000;
  private static final int STEADY_FRAMES = 20_000;
  /** Number of openings in tests for leaks. */
  private static final int OPENED = 50;
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  /** Opens two connected devices, each with its frames in one of the memories. */
  protected abstract Ends open(FrameMemory one, FrameMemory other);

  /** Opens them over their own memories. */
  protected final Ends open() {
    return open(Ends.memory(), Ends.memory());
  }

  /** Opens the same two closed devices again, over their own memories; in a test that has opened them before. */
  protected Ends openAgain() {
    return open();
  }

  /** Number of bytes at a frame's start that change on the way. */
  protected int madeUpBytes() {
    return 0;
  }

  /** Creates a frame for these devices. */
  protected byte[] frame(int number, int length) {
    return TestFrames.make(number, length);
  }

  /** Size of the smallest frame, in bytes. */
  protected int smallestBytes() {
    return 60;
  }

  @Test
  void framesOfEverySizeArriveOnceInOrderAndUnchanged() throws Exception {
    try (Ends ends = open()) {
      List<byte[]> arrived = collect(ends.other());
      int frames = ends.one().largestFrameBytes() - smallestBytes() + 1;
      long bytes = 0;
      for (int number = 0; number < frames; number++) {
        byte[] frame = frame(number, smallestBytes() + number);
        bytes += frame.length;
        assertThat(ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length)).isTrue();
        ends.one().endRound();
        ends.one().poll(0, 64);
        if (number % 32 == 31) {
          pollUntil(ends.other(), arrived, number + 1);
        }
      }
      pollUntil(ends.other(), arrived, frames);
      for (int number = 0; number < frames; number++) {
        byte[] sent = frame(number, smallestBytes() + number);
        assertThat(rest(arrived.get(number))).as("frame %d", number).isEqualTo(rest(sent));
      }
      DeviceCounters out = ends.one().counters();
      DeviceCounters in = ends.other().counters();
      assertThat(List.of(out.framesOut, out.bytesOut, out.dropsOut)).containsExactly((long) frames, bytes, 0L);
      assertThat(List.of(in.framesIn, in.bytesIn, in.dropsIn)).containsExactly((long) frames, bytes, 0L);
    }
  }

  private byte[] rest(byte[] frame) {
    return Arrays.copyOfRange(frame, madeUpBytes(), frame.length);
  }

  private static List<byte[]> collect(Device device) {
    var arrived = new ArrayList<byte[]>();
    FrameMemory memory = device.memory();
    device.deliverTo((at, length, arrivalPs) -> {
      assertThat(at - memory.chunkOf(at)).as("headroom").isGreaterThanOrEqualTo(FrameMemory.HEADROOM_BYTES);
      arrived.add(TestFrames.read(memory, at, length));
      memory.give(at);
    });
    return arrived;
  }

  private static void pollUntil(Device device, List<byte[]> arrived, int frames) {
    long begin = System.nanoTime();
    while (arrived.size() < frames && System.nanoTime() - begin < PATIENCE_NANOS) {
      device.poll(0, 64);
      device.endRound();
    }
    assertThat(arrived).hasSize(frames);
    assertThat(device.poll(0, 64)).as("frames too many").isZero();
  }

  @Test
  void aPollTakesAtMostSoManyFrames() throws Exception {
    try (Ends ends = open()) {
      List<byte[]> arrived = collect(ends.other());
      for (int number = 0; number < 20; number++) {
        ends.one().send(TestFrames.put(ends.one().memory(), frame(number, 100)), 100);
      }
      ends.one().endRound();
      long begin = System.nanoTime();
      while (arrived.size() < 20 && System.nanoTime() - begin < PATIENCE_NANOS) {
        assertThat(ends.other().poll(0, 7)).isBetween(0, 7);
      }
      assertThat(arrived).hasSize(20);
    }
  }

  @Test
  void excessFramesAreDroppedAndCountedWithoutLeaks() throws Exception {
    try (Ends ends = open()) {
      List<byte[]> arrived = collect(ends.other());
      byte[] frame = frame(1, 300);
      for (int number = 0; number < BURST; number++) {
        ends.one().send(TestFrames.put(ends.one().memory(), frame), frame.length);
        if (number % 32 == 31) {
          ends.one().endRound();
          ends.one().poll(0, 64);
        }
      }
      ends.one().endRound();
      long begin = System.nanoTime();
      while (arrived.size() + lost(ends) < BURST && System.nanoTime() - begin < PATIENCE_NANOS) {
        ends.other().poll(0, 64);
      }
      assertThat(arrived.size()).isBetween(1, BURST - 1);
      assertThat(arrived.size() + lost(ends)).isEqualTo(BURST);
      ends.one().close();
      ends.other().close();
      assertThat(ends.one().memory().freeChunks()).isEqualTo(Ends.CHUNKS);
      assertThat(ends.other().memory().freeChunks()).isEqualTo(Ends.CHUNKS);
    }
  }

  private static long lost(Ends ends) {
    return ends.one().counters().dropsOut + ends.other().counters().dropsIn;
  }

  @Test
  void aFrameThatIsTooLongIsDropped() throws Exception {
    try (Ends ends = open()) {
      FrameMemory memory = ends.one().memory();
      int free = memory.freeChunks();
      assertThat(ends.one().send(memory.take() + 1, ends.one().largestFrameBytes() + 1)).isFalse();
      assertThat(ends.one().counters().dropsOut).isEqualTo(1);
      assertThat(memory.freeChunks()).isEqualTo(free);
    }
  }

  @Test
  void exhaustedMemoryDropsArrivingFrames() throws Exception {
    try (Ends ends = open()) {
      FrameMemory memory = ends.other().memory();
      var held = new ArrayList<Long>();
      ends.other().deliverTo((at, length, arrivalPs) -> held.add(at));
      for (int number = 0; number < 2 * Ends.CHUNKS; number++) {
        ends.one().send(TestFrames.put(ends.one().memory(), frame(number, 80)), 80);
        ends.one().endRound();
        ends.one().poll(0, 64);
        ends.other().poll(0, 64);
      }
      assertThat(held).hasSizeBetween(Ends.CHUNKS - 256, Ends.CHUNKS).doesNotHaveDuplicates();
      held.forEach(memory::give);
      held.clear();
      for (int poll = 0; poll < Ends.CHUNKS; poll++) { // old frames that waited
        ends.other().poll(0, 64);
      }
      held.forEach(memory::give);
      List<byte[]> arrived = collect(ends.other());
      ends.one().send(TestFrames.put(ends.one().memory(), frame(7, 80)), 80);
      ends.one().endRound();
      pollUntil(ends.other(), arrived, 1);
    }
  }

  @Test
  void steadyFramesAllocateNothing() throws Exception {
    try (Ends ends = open()) {
      FrameMemory memory = ends.one().memory();
      byte[] frame = frame(3, 1000);
      Runnable frames = () -> {
        for (int number = 0; number < STEADY_FRAMES; number++) {
          ends.one().send(TestFrames.put(memory, frame), frame.length);
          ends.one().endRound();
          ends.one().poll(0, 64);
          ends.other().poll(0, 64);
        }
      };
      frames.run();
      assertThat(Allocation.bytesOf(frames)).as("the virtual machine makes some objects of its own")
          .isLessThan(STEADY_FRAMES / 10);
      assertThat(ends.other().counters().framesIn).isGreaterThan(STEADY_FRAMES);
    }
  }

  /** Otherwise the kernel would use memory for frames that belongs to another owner by then. */
  @Test
  void aMemoryIsNotClosedBeforeItsDevice() throws Exception {
    try (Ends ends = open()) {
      FrameMemory memory = ends.one().memory();
      assertThatThrownBy(memory::close).isInstanceOf(IllegalStateException.class)
          .hasMessage("the memory for frames has 1 device open, and can be closed only after it");
      List<byte[]> arrived = collect(ends.other());
      ends.one().send(TestFrames.put(memory, frame(1, 100)), 100);
      ends.one().endRound();
      pollUntil(ends.other(), arrived, 1);
      ends.one().close();
      ends.one().close();
      memory.close();
      assertThatThrownBy(() -> memory.bytes().get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void registeredMemoryIsReleasedEachTime() throws Exception {
    try (Ends first = open()) {
      use(first);
      for (int time = 0; time < 5; time++) {
        use(openAgain());
      }
      Mappings before = Mappings.now();
      for (int time = 0; time < OPENED; time++) {
        use(openAgain());
      }
      // The JVM maps some itself. A device with a leak would have added two in each round.
      long most = before.count() + OPENED / 2;
      long mostBytes = before.bytes() + OPENED / 4 * (long) first.one().memory().chunks() * first.one().memory().chunkBytes();
      Mappings after = Mappings.now();
      for (int tries = 0; tries < 200 && (after.count() > most || after.bytes() > mostBytes); tries++) {
        System.gc(); // memory shared by two threads is freed when both have released it
        Thread.sleep(10);
        after = Mappings.now();
      }
      assertThat(after.ofSockets()).isEqualTo(before.ofSockets());
      assertThat(after.count()).as("mappings").isLessThanOrEqualTo(most);
      assertThat(after.bytes()).as("bytes mapped").isLessThanOrEqualTo(mostBytes);
    }
  }

  /** Sends some frames in both directions, some of which are still in transit at the end. */
  private void use(Ends ends) {
    for (int number = 0; number < 40; number++) {
      ends.one().send(TestFrames.put(ends.one().memory(), frame(number, 200)), 200);
      ends.other().send(TestFrames.put(ends.other().memory(), frame(number, 200)), 200);
      if (number == 20) {
        ends.one().endRound();
        ends.other().endRound();
        ends.one().poll(0, 64);
        ends.other().poll(0, 64);
      }
    }
    ends.one().close();
    ends.other().close();
    ends.one().memory().close();
    ends.other().memory().close();
  }

  @Test
  void closingReleasesEverythingAndIsIdempotent() throws Exception {
    try (Ends first = open()) { // descriptors that the JVM opens for itself
      first.one().isUp();
    }
    List<String> descriptors = OpenFiles.names();
    for (int time = 0; time < 5; time++) {
      try (Ends ends = open()) {
        for (int number = 0; number < 40; number++) {
          ends.one().send(TestFrames.put(ends.one().memory(), frame(number, 200)), 200);
          if (number == 20) {
            ends.one().endRound();
          }
        }
        ends.one().close();
        ends.other().close();
        ends.other().close();
        assertThat(ends.one().isUp()).isFalse();
        assertThat(ends.one().memory().freeChunks()).isEqualTo(Ends.CHUNKS);
        assertThat(ends.other().memory().freeChunks()).isEqualTo(Ends.CHUNKS);
        assertThat(ends.one().poll(0, 64)).isZero();
        assertThat(ends.one().send(TestFrames.put(ends.one().memory(), frame(3, 100)), 100)).isFalse();
      }
    }
    assertThat(OpenFiles.names()).hasSizeLessThanOrEqualTo(descriptors.size());
  }

  @Test
  void nothingOpensOverAClosedMemory() throws Exception {
    try (Ends first = open()) { // descriptors that the JVM opens for itself
      first.one().isUp();
    }
    List<String> descriptors = OpenFiles.names();
    long mappings = Mappings.now().ofSockets();
    FrameMemory closed = Ends.memory();
    closed.close();
    try (FrameMemory other = Ends.memory()) { // which leaves no device open either
      assertThatThrownBy(() -> open(closed, other)).isInstanceOf(IllegalStateException.class)
          .hasMessage("the memory for frames is closed, and no device can be opened over it");
    }
    assertThat(OpenFiles.names()).hasSizeLessThanOrEqualTo(descriptors.size());
    assertThat(Mappings.now().ofSockets()).isEqualTo(mappings);
  }
}
