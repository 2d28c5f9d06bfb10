package dev.inflight.live;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Namespaces;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Puts frames into the far end of a veth at almost no cost: the kernel's own trial of a program for XDP (linux/bpf.h, live frames) makes copies of
 * one frame, and the program sends each out of the near end. The far end must have a program of its own, or its frames are dropped. Needs root.
 */
final class FrameInjector implements AutoCloseable {
  private static final int PROG_LOAD = 5;
  private static final int PROG_TEST_RUN = 10;
  private static final int PROG_TYPE_XDP = 6;
  private static final int LIVE_FRAMES = 2;
  private static final int BATCH_FRAMES = 64;
  private static final int REDIRECT = 23;
  private static final int ATTRIBUTE_BYTES = 128;

  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final Descriptor program;
  private final MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);

  /**
   * Loads the program.
   *
   * @param near index of the near end, of the namespace of the thread that calls {@link #inject}
   */
  FrameInjector(int near, byte[] frame) {
    MemorySegment code = arena.allocate(4 * 8, 8);
    instruction(code, 0, 0xB7, 1, near); // r1 = the interface
    instruction(code, 1, 0xB7, 2, 0); // r2 = no flags
    instruction(code, 2, 0x85, 0, REDIRECT);
    instruction(code, 3, 0x95, 0, 0);
    MemorySegment load = arena.allocate(ATTRIBUTE_BYTES, 8);
    load.set(JAVA_INT, 0, PROG_TYPE_XDP);
    load.set(JAVA_INT, 4, 4);
    load.set(JAVA_LONG, 8, code.address());
    load.set(JAVA_LONG, 16, arena.allocateFrom("Apache-2.0").address());
    program = new Descriptor("bpf program that injects frames", libc.bpf(PROG_LOAD, load.address(), ATTRIBUTE_BYTES));
    MemorySegment bytes = arena.allocate(frame.length);
    MemorySegment.copy(frame, 0, bytes, JAVA_BYTE, 0, frame.length);
    attributes.set(JAVA_INT, 0, program.fd());
    attributes.set(JAVA_INT, 8, frame.length);
    attributes.set(JAVA_LONG, 16, bytes.address());
    attributes.set(JAVA_INT, 64, LIVE_FRAMES);
    attributes.set(JAVA_INT, 72, BATCH_FRAMES);
  }

  private static void instruction(MemorySegment code, int number, int operation, int target, int constant) {
    long at = number * 8L;
    code.set(JAVA_BYTE, at, (byte) operation);
    code.set(JAVA_BYTE, at + 1, (byte) target);
    code.set(JAVA_SHORT, at + 2, (short) 0);
    code.set(JAVA_INT, at + 4, constant);
  }

  /** Injects this many; returns when all are in the far end's queue, or dropped there for want of room. */
  int inject(int frames) {
    attributes.set(JAVA_INT, 32, frames);
    libc.check("frames injected", libc.bpf(PROG_TEST_RUN, attributes.address(), 80));
    return frames;
  }

  @Override
  public void close() {
    program.close();
    arena.close();
  }
}
