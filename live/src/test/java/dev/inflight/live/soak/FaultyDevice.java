package dev.inflight.live.soak;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.DeviceAround;
import dev.inflight.live.device.FrameMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Device that loses, duplicates, delays or damages sent frames, or resends them seconds later. */
final class FaultyDevice extends DeviceAround {
  /** Shares of frames with each fault. */
  record Faults(double loss, double duplication, double reorder, double corruption, double late) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0);
  }

  /** Number of each fault at all devices. */
  static final class Counts {
    final LongAdder frames = new LongAdder();
    final LongAdder lost = new LongAdder();
    final LongAdder doubled = new LongAdder();
    final LongAdder heldBack = new LongAdder();
    final LongAdder damaged = new LongAdder();
    final LongAdder late = new LongAdder();
  }

  private static final int HELD = 16;
  private static final int KEPT = 64;
  private static final int UDP_END = 42;
  private static final long LONGEST_HELD_PS = 3_000_000_000L;
  private static final long LATEST_PS = 5_000_000_000_000L;

  private final SplittableRandom random;
  private final Counts counts;
  private final long[] held = new long[HELD];
  private final int[] heldLengths = new int[HELD];
  private final long[] heldUntilPs = new long[HELD];
  private int heldCount;
  private final byte[][] kept;
  private final int[] keptLengths = new int[KEPT];
  private final long[] keptAtPs = new long[KEPT];
  private long nowPs;
  volatile Faults faults = Faults.NONE;
  /** Copies of sent frames, if a test records them. */
  volatile @Nullable Queue<byte[]> record;

  FaultyDevice(Device of, long seed, Counts counts) {
    super(of);
    this.counts = counts;
    random = new SplittableRandom(seed);
    kept = new byte[KEPT][of.largestFrameBytes()];
  }

  private boolean happens(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  @Override
  public boolean send(long at, int length) {
    Faults now = faults;
    counts.frames.increment();
    Queue<byte[]> copies = record;
    if (copies != null) {
      copies.add(of.memory().bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
    }
    if (now == Faults.NONE) {
      return of.send(at, length);
    }
    FrameMemory memory = of.memory();
    if (now.late > 0 && random.nextInt(8) == 0) {
      int slot = random.nextInt(KEPT);
      MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, kept[slot], 0, length);
      keptLengths[slot] = length;
      keptAtPs[slot] = nowPs;
    }
    if (happens(now.loss)) {
      counts.lost.increment();
      memory.give(at);
      return true;
    }
    if (happens(now.late)) {
      int slot = random.nextInt(KEPT);
      if (keptLengths[slot] > 0 && nowPs - keptAtPs[slot] < LATEST_PS) {
        counts.late.increment();
        again(kept[slot], keptLengths[slot]);
      }
    }
    if (happens(now.duplication)) {
      counts.doubled.increment();
      byte[] copy = memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
      again(copy, length);
    }
    if (happens(now.corruption)) {
      counts.damaged.increment();
      long bit = 8L * (at + (of.kind() == Kind.UDP ? UDP_END : 0))
          + random.nextInt(8 * (length - (of.kind() == Kind.UDP ? UDP_END : 0)));
      byte was = memory.bytes().get(ValueLayout.JAVA_BYTE, bit >> 3);
      memory.bytes().set(ValueLayout.JAVA_BYTE, bit >> 3, (byte) (was ^ 1 << (bit & 7)));
    }
    if (heldCount < HELD && happens(now.reorder)) {
      counts.heldBack.increment();
      held[heldCount] = at;
      heldLengths[heldCount] = length;
      heldUntilPs[heldCount++] = nowPs + random.nextLong(LONGEST_HELD_PS);
      return true;
    }
    return of.send(at, length);
  }

  private void again(byte[] frame, int length) {
    long chunk = of.memory().take();
    if (chunk >= 0) {
      long at = chunk + FrameMemory.HEADROOM_BYTES;
      MemorySegment.copy(frame, 0, of.memory().bytes(), ValueLayout.JAVA_BYTE, at, length);
      of.send(at, length);
    }
  }

  @Override
  public int poll(long atPs, int most) {
    nowPs = atPs;
    for (int n = heldCount - 1; n >= 0; n--) {
      if (heldUntilPs[n] <= atPs) {
        of.send(held[n], heldLengths[n]);
        heldCount--;
        held[n] = held[heldCount];
        heldLengths[n] = heldLengths[heldCount];
        heldUntilPs[n] = heldUntilPs[heldCount];
      }
    }
    return of.poll(atPs, most);
  }

  @Override
  public boolean isWaitingForRoom() {
    return heldCount > 0 || of.isWaitingForRoom();
  }

  @Override
  public void close() {
    while (heldCount > 0) {
      of.memory().give(held[--heldCount]);
    }
    of.close();
  }

}
