package dev.inflight.live;

import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.ProcessDevice;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.wire.frame.FrameForwarder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Two devices of this process and a cable with faults between them. Each device may be in its own thread. Allocates nothing. */
final class Cable {
  /** Faults of frames, as shares of them. */
  record Faults(double loss, double duplication, double reorder, double corruption) {
    static final Faults NONE = new Faults(0, 0, 0, 0);

    static Faults all(double share) {
      return new Faults(share, share, share, share);
    }
  }

  private static final int SLOTS = 4096;

  /** One direction: a ring with a writing and a reading thread. */
  private static final class Ring {
    final byte[][] frames;
    final int[] lengths = new int[SLOTS];
    final AtomicLong filled = new AtomicLong();
    final AtomicLong emptied = new AtomicLong();

    Ring(int largest) {
      frames = new byte[SLOTS][largest];
    }
  }

  final End[] ends;

  Cable(int chunkBytes, Faults faults, long seed) {
    int largest = chunkBytes - FrameMemory.HEADROOM_BYTES;
    var there = new Ring(largest);
    var back = new Ring(largest);
    ends = new End[] {new End("left", there, back, chunkBytes, faults, seed),
        new End("right", back, there, chunkBytes, faults, -seed)};
  }

  /** One end of the cable. */
  static final class End extends ProcessDevice {
    private final Ring out;
    private final Ring in;
    private final Faults faults;
    private final SplittableRandom random;
    private final byte[] late;
    private int lateBytes;
    /** True after a simulated power failure: no frame arrives or leaves. */
    volatile boolean dead;
    /** Egress port of a switch on the cable, if a test has one. */
    @Nullable
    FrameForwarder hop;
    private final PortSnapshot snapshot = new PortSnapshot();
    /** Copies of all sent frames, if a test records them. */
    @Nullable
    List<byte[]> record;

    End(String name, Ring out, Ring in, int chunkBytes, Faults faults, long seed) {
      super(name, new FrameMemory(256, chunkBytes));
      this.out = out;
      this.in = in;
      this.faults = faults;
      random = new SplittableRandom(seed);
      late = new byte[largestFrameBytes()];
    }

    @Override
    public boolean send(long at, int length) {
      if (record != null) {
        record.add(memory.bytes().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE));
      }
      put(at, length);
      memory.give(at);
      return true;
    }

    private void put(long at, int length) {
      if (dead || happens(faults.loss)) {
        counters.dropsOut++;
        return;
      }
      if (lateBytes == 0 && happens(faults.reorder)) {
        MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, late, 0, length);
        lateBytes = length;
        return;
      }
      for (int times = happens(faults.duplication) ? 2 : 1; times > 0; times--) {
        long next = out.filled.get();
        if (next - out.emptied.get() == SLOTS) {
          counters.dropsOut++;
          return;
        }
        int slot = (int) next & SLOTS - 1;
        MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, out.frames[slot], 0, length);
        if (happens(faults.corruption)) {
          out.frames[slot][random.nextInt(length)] ^= (byte) (1 << random.nextInt(8));
        }
        out.lengths[slot] = hop == null ? length : throughHop(hop, out.frames[slot], length);
        out.filled.set(next + 1);
        counters.framesOut++;
      }
      if (lateBytes > 0 && random.nextInt(4) == 0) {
        inject(late, lateBytes);
        lateBytes = 0;
      }
    }

    /** Inserts a foreign frame on the cable toward the other end; in this end's thread. */
    void inject(byte[] frame, int length) {
      long next = out.filled.get();
      if (next - out.emptied.get() < SLOTS) {
        int slot = (int) next & SLOTS - 1;
        System.arraycopy(frame, 0, out.frames[slot], 0, length);
        out.lengths[slot] = length;
        out.filled.set(next + 1);
      }
    }

    /** Returns the length of the frame behind the switch, which has an empty queue and sends a frame per microsecond. */
    private int throughHop(FrameForwarder port, byte[] frame, int length) {
      snapshot.at(snapshot.nowPs + 1_000_000, snapshot.sentBytes + length, 0);
      snapshot.arrivedPs = snapshot.nowPs;
      return port.forward(frame, 0, length, frame.length, snapshot, false);
    }

    private boolean happens(double share) {
      return share > 0 && random.nextDouble() < share;
    }

    @Override
    public int poll(long nowPs, int most) {
      int taken = 0;
      for (long next = in.emptied.get(); taken < most && next < in.filled.get(); next++) {
        int slot = (int) next & SLOTS - 1;
        long chunk = dead ? -1 : memory.take();
        if (chunk >= 0) {
          long at = chunk + FrameMemory.HEADROOM_BYTES;
          int length = in.lengths[slot];
          MemorySegment.copy(in.frames[slot], 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, length);
          counters.framesIn++;
          in.emptied.set(next + 1);
          taker.take(at, length, nowPs);
        } else {
          in.emptied.set(next + 1);
        }
        taken++;
      }
      return taken;
    }

    @Override
    public long mac() {
      return name().length();
    }

    @Override
    public boolean isUp() {
      return true;
    }

    @Override
    public void flush() {
    }

    @Override
    protected void release() {
    }

    @Override
    public void close() {
      super.close();
      memory.close();
    }
  }
}
