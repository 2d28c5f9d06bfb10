package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Mapping;
import dev.inflight.live.os.OsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** AF_PACKET socket (linux/if_packet.h) with a ring of any version. */
final class PacketSocket implements AutoCloseable {
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW = 3;
  private static final int SOL_PACKET = 263;
  private static final int ADD_MEMBERSHIP = 1;
  private static final int RX_RING = 5;
  private static final int STATISTICS = 6;
  private static final int VERSION = 10;
  private static final int PROMISCUOUS = 1;
  private static final int ALL_PROTOCOLS = 0x0300; // ETH_P_ALL in network order
  private static final int SO_ERROR = 4;
  private static final int VLAN_VALID = 1 << 4;
  private static final int VLAN_TYPE_VALID = 1 << 6;
  private static final int VLAN = 0x8100;

  private final Libc libc = new Libc();
  private final Descriptor socket;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment scratch = arena.allocate(64, 8);
  private @Nullable Mapping mapping;
  private boolean closed;

  /** Opens a socket, which receives nothing until it is bound. */
  PacketSocket(@Nullable String namespace, int ringVersion) {
    socket = Descriptor.socket("socket of AF_PACKET", namespace, AF_PACKET, SOCK_RAW);
    try {
      libc.check("TPACKET_V" + (ringVersion + 1), libc.setsockopt(fd(), SOL_PACKET, VERSION, ringVersion));
    } catch (OsException refused) {
      close();
      throw refused;
    }
  }

  int fd() {
    return socket.fd();
  }

  /** Sets a required option of AF_PACKET. */
  void option(String name, int option, int value) {
    libc.check(name, libc.setsockopt(fd(), SOL_PACKET, option, value));
  }

  /** Sets an optional socket option; a failure is ignored. */
  void tryOption(int option, int value) {
    libc.setsockopt(fd(), Libc.SOL_SOCKET, option, value);
  }

  /**
   * Creates the ring that the kernel copies frames into.
   *
   * @param request fields of the version's request; the first two are the size of a block, in bytes, and the number of blocks
   */
  MemorySegment ring(int... request) {
    for (int at = 0; at < request.length; at++) {
      scratch.set(JAVA_INT, at * Integer.BYTES, request[at]);
    }
    libc.check("ring of AF_PACKET",
        libc.setsockopt(fd(), SOL_PACKET, RX_RING, scratch.address(), request.length * Integer.BYTES));
    mapping = new Mapping("the ring of AF_PACKET", fd(), (long) request[0] * request[1], 0);
    return mapping.bytes();
  }

  /** Binds the socket to an interface, which may differ from the one before; returns the result of the call. */
  int bind(int index) {
    scratch.fill((byte) 0);
    scratch.set(JAVA_SHORT, 0, (short) AF_PACKET);
    scratch.set(JAVA_SHORT, 2, (short) ALL_PROTOCOLS);
    scratch.set(JAVA_INT, 4, index);
    return libc.bind(fd(), scratch.address(), 20);
  }

  /** Makes the interface accept frames for other addresses until the socket is closed, if the interface supports it. */
  void promiscuous(int index) {
    scratch.fill((byte) 0);
    scratch.set(JAVA_INT, 0, index);
    scratch.set(JAVA_SHORT, 4, (short) PROMISCUOUS);
    libc.setsockopt(fd(), SOL_PACKET, ADD_MEMBERSHIP, scratch.address(), 16);
  }

  /**
   * Number of frames dropped for lack of room since the last call.
   *
   * @param bytes size of the version's statistics; the number is the second field
   */
  long newDrops(int bytes) {
    scratch.set(JAVA_INT, 0, bytes);
    int result = libc.getsockopt(fd(), SOL_PACKET, STATISTICS, scratch.address() + 8, scratch.address());
    return result < 0 ? 0 : Integer.toUnsignedLong(scratch.get(JAVA_INT, 12));
  }

  /**
   * Removes a pending error, because poll(2) does not wait while there is one; returns 0 for none. The kernel sets one when the
   * interface goes down or is removed.
   */
  int takeError() {
    scratch.set(JAVA_INT, 0, 4);
    int result = libc.getsockopt(fd(), Libc.SOL_SOCKET, SO_ERROR, scratch.address() + 8, scratch.address());
    return result < 0 ? -result : scratch.get(JAVA_INT, 8);
  }

  /** The 802.1Q tag that the kernel removed, its TPID in the high half; 0 for none. */
  static int tag(int status, int type, int control) {
    if ((status & VLAN_VALID) == 0) {
      return 0;
    }
    return ((status & VLAN_TYPE_VALID) == 0 ? VLAN : type & 0xFFFF) << 16 | control & 0xFFFF;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    socket.close();
    if (mapping != null) {
      mapping.close();
    }
    arena.close();
  }
}
