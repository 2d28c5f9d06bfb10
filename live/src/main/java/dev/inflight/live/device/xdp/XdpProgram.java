package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Libc;
import dev.inflight.live.os.OsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The program in the kernel that hands all frames of an interface to one socket. It is gone from the interface when this is closed, or the process
 * ends, whatever ends it.
 */
final class XdpProgram implements AutoCloseable {
  private static final int MAP_CREATE = 0;
  private static final int MAP_UPDATE = 2;
  private static final int PROGRAM_LOAD = 5;
  private static final int LINK_CREATE = 28;
  private static final int XSK_MAP = 17;
  private static final int XDP = 6;
  private static final int ATTACH_XDP = 37;
  private static final int GENERIC = 2;
  private static final int NATIVE = 4;
  private static final int ATTRIBUTES_BYTES = 128;
  private static final int PASS = 2;
  private static final int REDIRECT_MAP = 51;
  private static final int INSTRUCTIONS = 6;
  private static final int MOST_QUEUES = 4;

  private final Libc libc;
  private final int map;
  private final int program;
  private final int link;
  private final boolean isNative;

  /**
   * Attaches the program.
   *
   * @param index of the interface, in the calling thread's namespace
   * @param socket that takes the frames of its first queue
   */
  XdpProgram(Libc libc, String interfaceName, int index, int socket) {
    this.libc = libc;
    try (var arena = Arena.ofConfined()) {
      map = libc.check(createMap(arena), "bpf, a map for sockets of AF_XDP");
      program = check(load(arena), "bpf, the program that hands frames over", map);
      put(arena, socket);
      int attached = attach(arena, index, NATIVE);
      isNative = attached >= 0;
      if (attached < 0) { // its frames are larger than a page, or its driver cannot do it
        attached = attach(arena, index, GENERIC);
      }
      link = check(attached, "attaching an XDP program to " + interfaceName, map, program);
    }
  }

  private int check(int result, String what, int... opened) {
    if (result < 0) {
      int errno = libc.errno();
      for (int file : opened) {
        libc.close(file);
      }
      throw new OsException(what, errno);
    }
    return result;
  }

  private int createMap(Arena arena) {
    MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
    attributes.set(JAVA_INT, 0, XSK_MAP);
    attributes.set(JAVA_INT, 4, Integer.BYTES);
    attributes.set(JAVA_INT, 8, Integer.BYTES);
    attributes.set(JAVA_INT, 12, MOST_QUEUES);
    return libc.bpf(MAP_CREATE, attributes);
  }

  /** {@code return bpf_redirect_map(map, context->rx_queue_index, XDP_PASS)}. */
  private int load(Arena arena) {
    final int loadWord = 0x61;
    final int loadLong = 0x18;
    final int moveNumber = 0xb7;
    final int call = 0x85;
    final int exit = 0x95;
    final int queueAt = 16;
    final int ofMap = 1;
    MemorySegment code = arena.allocate(INSTRUCTIONS * 8L, Long.BYTES);
    instruction(code, 0, loadWord, 2 | 1 << 4, queueAt, 0);
    instruction(code, 1, loadLong, 1 | ofMap << 4, 0, map);
    instruction(code, 2, 0, 0, 0, 0);
    instruction(code, 3, moveNumber, 3, 0, PASS);
    instruction(code, 4, call, 0, 0, REDIRECT_MAP);
    instruction(code, 5, exit, 0, 0, 0);
    MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
    attributes.set(JAVA_INT, 0, XDP);
    attributes.set(JAVA_INT, 4, INSTRUCTIONS);
    attributes.set(JAVA_LONG, 8, code.address());
    attributes.set(JAVA_LONG, 16, arena.allocateFrom("Apache-2.0").address());
    return libc.bpf(PROGRAM_LOAD, attributes);
  }

  private static void instruction(MemorySegment code, int number, int operation, int registers, int offset, int value) {
    long at = 8L * number;
    code.set(JAVA_BYTE, at, (byte) operation);
    code.set(JAVA_BYTE, at + 1, (byte) registers);
    code.set(JAVA_SHORT, at + 2, (short) offset);
    code.set(JAVA_INT, at + 4, value);
  }

  private void put(Arena arena, int socket) {
    MemorySegment key = arena.allocate(Integer.BYTES, Integer.BYTES); // queue 0
    MemorySegment value = arena.allocate(Integer.BYTES, Integer.BYTES);
    value.set(JAVA_INT, 0, socket);
    MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
    attributes.set(JAVA_INT, 0, map);
    attributes.set(JAVA_LONG, 8, key.address());
    attributes.set(JAVA_LONG, 16, value.address());
    check(libc.bpf(MAP_UPDATE, attributes), "bpf, putting a socket into its map", map, program);
  }

  private int attach(Arena arena, int index, int mode) {
    MemorySegment attributes = arena.allocate(ATTRIBUTES_BYTES, Long.BYTES);
    attributes.set(JAVA_INT, 0, program);
    attributes.set(JAVA_INT, 4, index);
    attributes.set(JAVA_INT, 8, ATTACH_XDP);
    attributes.set(JAVA_INT, 12, mode);
    return libc.bpf(LINK_CREATE, attributes);
  }

  /** Whether it runs in the driver. */
  boolean isNative() {
    return isNative;
  }

  @Override
  public void close() {
    libc.close(link);
    libc.close(program);
    libc.close(map);
  }
}
