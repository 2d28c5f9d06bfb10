package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What the kernel says of an interface, asked through a socket in its namespace. Opened within that namespace; one thread. */
public final class InterfaceInfo implements AutoCloseable {
  private static final int INTERNET = 2;
  private static final int DATAGRAM = 2;
  private static final int REQUEST_BYTES = 40;
  private static final int NAME_BYTES = 16;
  private static final long GET_FLAGS = 0x8913;
  private static final long GET_MTU = 0x8921;
  private static final long GET_MAC = 0x8927;
  private static final int UP_AND_RUNNING = 0x41;

  private final Libc libc = new Libc();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment request = arena.allocate(REQUEST_BYTES, Long.BYTES);
  private final String name;
  private final int socket;
  private final int index;
  private boolean closed;

  /**
   * An interface of the calling thread's namespace.
   *
   * @throws OsException when there is none of this name
   */
  public InterfaceInfo(String name) {
    this.name = name;
    if (name.length() >= NAME_BYTES) {
      throw new IllegalArgumentException("an interface's name has at most 15 characters, and " + name + " has more");
    }
    for (int at = 0; at < name.length(); at++) {
      request.set(JAVA_BYTE, at, (byte) name.charAt(at));
    }
    index = libc.interfaceIndex(name);
    if (index == 0) {
      arena.close();
      throw new OsException("interface " + name, libc.errno());
    }
    socket = libc.check(libc.socket(INTERNET, DATAGRAM, 0), "socket");
  }

  /** Its number. */
  public int index() {
    return index;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** The most bytes of a packet, Ethernet header not counted. */
  public int mtu() {
    libc.check(libc.control(socket, GET_MTU, request), "the MTU of " + name);
    return request.get(JAVA_INT, NAME_BYTES);
  }

  /** Its MAC address, in the low 48 bits. */
  public long mac() {
    libc.check(libc.control(socket, GET_MAC, request), "the MAC address of " + name);
    long mac = 0;
    for (int at = 0; at < 6; at++) {
      mac = mac << 8 | request.get(JAVA_BYTE, NAME_BYTES + 2 + at) & 0xFF;
    }
    return mac;
  }

  /** Whether it is up, and so is the other end of its cable; false when it is gone. */
  public boolean isRunning() {
    return libc.control(socket, GET_FLAGS, request) >= 0
        && (request.get(JAVA_SHORT, NAME_BYTES) & UP_AND_RUNNING) == UP_AND_RUNNING;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      libc.close(socket);
      arena.close();
    }
  }
}
