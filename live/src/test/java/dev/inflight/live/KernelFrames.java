package dev.inflight.live;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Namespaces;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Identical frames that the kernel itself creates and sends into a veth: a few million a second, far more than any program sends. It runs a
 * BPF program over them that selects the interface (linux/bpf.h: BPF_PROG_TEST_RUN with live frames). The other end of the veth must have
 * an XDP program.
 */
final class KernelFrames implements AutoCloseable {
  private static final int PROG_LOAD = 5;
  private static final int TEST_RUN = 10;
  private static final int PROG_TYPE_XDP = 6;
  private static final int LIVE_FRAMES = 2;
  private static final int ATTRIBUTE_BYTES = 128;
  private static final int TEST_RUN_BYTES = 80;
  private static final int FRAMES_AT = 32;
  private static final int MOVE_CONSTANT = 0xB7;
  private static final int CALL = 0x85;
  private static final int EXIT = 0x95;
  private static final int REDIRECT = 23;

  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment run = arena.allocate(ATTRIBUTE_BYTES, 8);
  private final Descriptor program;
  private final String namespace;

  /** Prepares copies of a frame, without its frame check sequence, to be sent by an interface of a namespace. */
  KernelFrames(String namespace, String name, byte[] frame) {
    this.namespace = namespace;
    int index = Integer.parseInt(TestNamespaces.ip("-n", namespace, "-o", "link", "show", name).split(":")[0]);
    MemorySegment code = arena.allocateFrom(JAVA_LONG, instruction(MOVE_CONSTANT, 1, index), instruction(MOVE_CONSTANT, 2, 0),
        instruction(CALL, 0, REDIRECT), instruction(EXIT, 0, 0));
    MemorySegment load = arena.allocate(ATTRIBUTE_BYTES, 8);
    load.set(JAVA_INT, 0, PROG_TYPE_XDP);
    load.set(JAVA_INT, 4, (int) (code.byteSize() / Long.BYTES));
    load.set(JAVA_LONG, 8, code.address());
    load.set(JAVA_LONG, 16, arena.allocateFrom("Apache-2.0").address());
    program = new Descriptor("bpf program for frames", libc.bpf(PROG_LOAD, load.address(), ATTRIBUTE_BYTES));
    run.set(JAVA_INT, 0, program.fd());
    run.set(JAVA_INT, 8, frame.length);
    run.set(JAVA_LONG, 16, arena.allocateFrom(JAVA_BYTE, frame).address());
    run.set(JAVA_INT, 64, LIVE_FRAMES);
  }

  private static long instruction(int operation, int target, int constant) {
    return (long) constant << Integer.SIZE | (long) target << Byte.SIZE | operation;
  }

  /** Sends this number of frames; returns when all have left, after an additional 20 ms or so. */
  void send(int frames) {
    run.set(JAVA_INT, FRAMES_AT, frames);
    libc.check("frames of the kernel", Namespaces.within(namespace, () -> libc.bpf(TEST_RUN, run.address(), TEST_RUN_BYTES)));
  }

  @Override
  public void close() {
    program.close();
    arena.close();
  }
}
