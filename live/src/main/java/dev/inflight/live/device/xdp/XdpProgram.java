package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Namespaces;
import dev.inflight.live.os.OsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Kernel side of the device: a short program (linux/bpf.h) that hands an interface's frames to a socket until it is closed. */
final class XdpProgram implements AutoCloseable {
  private static final int MAP_CREATE = 0;
  private static final int MAP_UPDATE = 2;
  private static final int PROG_LOAD = 5;
  private static final int LINK_CREATE = 28;
  private static final int XSKMAP = 17;
  private static final int PROG_TYPE_XDP = 6;
  private static final int ATTACH_XDP = 37;
  private static final int GENERIC = 2;
  private static final int NATIVE = 4;
  private static final int XDP_PASS = 2;
  private static final int REDIRECT_MAP = 51;
  private static final int ATTRIBUTE_BYTES = 128;
  private static final int INSTRUCTION_BYTES = 8;
  private static final int MOST_INSTRUCTIONS = 16;
  private static final int ARP_AS_LOADED = 0x0608; // EtherType 0x0806 as a little-endian machine loads it

  private static final int LOAD_16 = 0x69;
  private static final int LOAD_32 = 0x61;
  private static final int LOAD_MAP = 0x18;
  private static final int MOVE = 0xBF;
  private static final int MOVE_CONSTANT = 0xB7;
  private static final int ADD_CONSTANT = 0x07;
  private static final int JUMP_IF_GREATER = 0x2D;
  private static final int JUMP_IF_CONSTANT = 0x15;
  private static final int CALL = 0x85;
  private static final int EXIT = 0x95;
  private static final int MAP_BY_DESCRIPTOR = 1;

  private final Libc libc = new Libc();
  private final Descriptor map;
  private final Descriptor program;
  private @Nullable Descriptor link;
  private boolean nativeMode;

  /** Loads the program: all frames go to the socket, or all but ARP, which the kernel gets. */
  XdpProgram(XdpDevice.Taking taking) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
      attributes.set(JAVA_INT, 0, XSKMAP);
      attributes.set(JAVA_INT, 4, Integer.BYTES); // key
      attributes.set(JAVA_INT, 8, Integer.BYTES); // value
      attributes.set(JAVA_INT, 12, 1); // entries
      map = new Descriptor("bpf map for AF_XDP", libc.bpf(MAP_CREATE, attributes.address(), ATTRIBUTE_BYTES));
      try {
        program = new Descriptor("bpf program for AF_XDP", load(arena, taking));
      } catch (OsException failure) {
        map.close();
        throw failure;
      }
    }
  }

  private int load(Arena arena, XdpDevice.Taking taking) {
    MemorySegment code = arena.allocate(MOST_INSTRUCTIONS * INSTRUCTION_BYTES, 8);
    int at = 0;
    if (taking == XdpDevice.Taking.ALL_BUT_ARP) {
      at = put(code, at, LOAD_32, 2, 1, 0, 0); // r2 = start of the frame
      at = put(code, at, LOAD_32, 3, 1, 4, 0); // r3 = its end
      at = put(code, at, MOVE, 4, 2, 0, 0);
      at = put(code, at, ADD_CONSTANT, 4, 0, 0, 14);
      at = put(code, at, JUMP_IF_GREATER, 4, 3, 2, 0); // too short to have an EtherType
      at = put(code, at, LOAD_16, 5, 2, 12, 0);
      at = put(code, at, JUMP_IF_CONSTANT, 5, 0, 6, ARP_AS_LOADED);
    }
    at = put(code, at, LOAD_32, 2, 1, 16, 0); // r2 = number of the queue
    at = put(code, at, LOAD_MAP, 1, MAP_BY_DESCRIPTOR, 0, map.fd());
    at = put(code, at, 0, 0, 0, 0, 0); // its second half
    at = put(code, at, MOVE_CONSTANT, 3, 0, 0, XDP_PASS); // if the map has no socket
    at = put(code, at, CALL, 0, 0, 0, REDIRECT_MAP);
    at = put(code, at, EXIT, 0, 0, 0, 0);
    at = put(code, at, MOVE_CONSTANT, 0, 0, 0, XDP_PASS);
    at = put(code, at, EXIT, 0, 0, 0, 0);
    int instructions = taking == XdpDevice.Taking.ALL_BUT_ARP ? at : at - 2; // all instructions must be reachable
    MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
    attributes.set(JAVA_INT, 0, PROG_TYPE_XDP);
    attributes.set(JAVA_INT, 4, instructions);
    attributes.set(JAVA_LONG, 8, code.address());
    attributes.set(JAVA_LONG, 16, arena.allocateFrom("Apache-2.0").address());
    return libc.bpf(PROG_LOAD, attributes.address(), ATTRIBUTE_BYTES);
  }

  private static int put(MemorySegment code, int at, int operation, int target, int source, int offset, int constant) {
    long byteAt = (long) at * INSTRUCTION_BYTES;
    code.set(JAVA_BYTE, byteAt, (byte) operation);
    code.set(JAVA_BYTE, byteAt + 1, (byte) (source << 4 | target));
    code.set(JAVA_SHORT, byteAt + 2, (short) offset);
    code.set(JAVA_INT, byteAt + 4, constant);
    return at + 1;
  }

  /** Sets the socket that gets the frames of the interface's first queue. */
  void handTo(int socket) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
      attributes.set(JAVA_INT, 0, map.fd());
      attributes.set(JAVA_LONG, 8, arena.allocateFrom(JAVA_INT, 0).address());
      attributes.set(JAVA_LONG, 16, arena.allocateFrom(JAVA_INT, socket).address());
      libc.check("bpf map for AF_XDP: update", libc.bpf(MAP_UPDATE, attributes.address(), ATTRIBUTE_BYTES));
    }
  }

  /** Attaches the program: in the driver if possible, otherwise behind it. */
  void attach(@Nullable String namespace, String name, int index) {
    int result = Namespaces.within(namespace, () -> attach(index, NATIVE));
    nativeMode = result >= 0;
    if (!nativeMode) {
      result = Namespaces.within(namespace, () -> attach(index, GENERIC));
    }
    link = new Descriptor("bpf link for AF_XDP to " + name, result);
  }

  private int attach(int index, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
      attributes.set(JAVA_INT, 0, program.fd());
      attributes.set(JAVA_INT, 4, index);
      attributes.set(JAVA_INT, 8, ATTACH_XDP);
      attributes.set(JAVA_INT, 12, mode);
      return libc.bpf(LINK_CREATE, attributes.address(), ATTRIBUTE_BYTES);
    }
  }

  /** True if it runs in the driver. */
  boolean isNative() {
    return nativeMode;
  }

  @Override
  public void close() {
    if (link != null) {
      link.close();
    }
    program.close();
    map.close();
  }
}
