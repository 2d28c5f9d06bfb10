package dev.inflight.live.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Detector of changes of a namespace's interfaces since the last check, even short ones: an interface went up or down, appeared
 * or disappeared.
 */
public final class LinkEvents implements AutoCloseable {
  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW = 3;
  private static final int RTMGRP_LINK = 1;
  private static final int ADDRESS_BYTES = 12;
  private static final int GROUPS = 8;
  private static final int ROOM_BYTES = 8192;

  private final Libc libc = new Libc();
  private final Descriptor socket;
  private final Arena arena;
  private final MemorySegment message;

  /**
   * Starts listening.
   *
   * @param namespace network namespace; null for the thread's
   */
  public LinkEvents(@Nullable String namespace) {
    socket = Descriptor.socket("netlink socket", namespace, AF_NETLINK, SOCK_RAW);
    arena = Arena.ofShared(); // after the socket, because its exception would leak it
    message = arena.allocate(ROOM_BYTES, 8);
    MemorySegment address = arena.allocate(ADDRESS_BYTES, 8);
    address.set(JAVA_SHORT, 0, (short) AF_NETLINK);
    address.set(JAVA_INT, GROUPS, RTMGRP_LINK);
    try {
      libc.check("netlink socket: bind", libc.bind(socket.fd(), address.address(), ADDRESS_BYTES));
    } catch (OsException refused) {
      close();
      throw refused;
    }
  }

  /** Returns true if anything has changed. */
  public boolean haveCome() {
    boolean come = false;
    int result = libc.read(socket.fd(), message.address(), ROOM_BYTES);
    while (result != -Errno.EAGAIN) {
      if (result < 0 && result != -Errno.ENOBUFS) { // more than the buffer holds
        throw new OsException("netlink socket: read", -result);
      }
      come = true;
      result = libc.read(socket.fd(), message.address(), ROOM_BYTES);
    }
    return come;
  }

  @Override
  public void close() {
    socket.close();
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
