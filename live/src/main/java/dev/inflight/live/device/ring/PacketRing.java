package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.Descriptor;
import dev.inflight.live.os.Libc;
import dev.inflight.live.os.Mapping;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A socket of AF_PACKET with a ring of version 2 (linux/if_packet.h) into which the kernel copies an interface's frames. */
final class PacketRing implements AutoCloseable {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW = 3;
  private static final int SOL_PACKET = 263;
  private static final int RX_RING = 5;
  private static final int STATISTICS = 6;
  private static final int VERSION = 10;
  private static final int IGNORE_OUTGOING = 23;
  private static final int TPACKET_V2 = 1;
  private static final int ALL_PROTOCOLS = 0x0300; // ETH_P_ALL in network order
  private static final int SO_ERROR = 4;
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SEND_BUFFER_BYTES = 8 << 20;
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int HEADER_ROOM_BYTES = 128; // the kernel's header, the address, and what aligns them
  private static final int USER = 1;
  private static final int VLAN_VALID = 1 << 4;
  private static final int VLAN_TYPE_VALID = 1 << 6;
  private static final int VLAN = 0x8100;

  private final Libc libc = new Libc();
  private final Descriptor socket;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment scratch = arena.allocate(64, 8);
  private final int frameBytes;
  private final int frames;
  private @Nullable Mapping mapping;
  private MemorySegment ring = MemorySegment.NULL;
  private long next;
  private boolean closed;

  /**
   * Opens a socket with a ring.
   *
   * @param largest frame, in bytes
   * @param room frames that there should be room for
   */
  PacketRing(@Nullable String namespace, String name, int index, int largest, int room) {
    frameBytes = Integer.highestOneBit(2 * (largest + HEADER_ROOM_BYTES) - 1);
    int perBlock = BLOCK_BYTES / frameBytes;
    int blocks = Math.max(1, (room + perBlock - 1) / perBlock);
    frames = blocks * perBlock;
    socket = Descriptor.socket("socket of AF_PACKET", namespace, AF_PACKET, SOCK_RAW);
    try {
      setUp(name, index, blocks);
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private void setUp(String name, int index, int blocks) {
    int fd = socket.fd();
    libc.check("TPACKET_V2", libc.setsockopt(fd, SOL_PACKET, VERSION, TPACKET_V2));
    libc.check("PACKET_IGNORE_OUTGOING", libc.setsockopt(fd, SOL_PACKET, IGNORE_OUTGOING, 1));
    libc.setsockopt(fd, Libc.SOL_SOCKET, SO_SNDBUFFORCE, SEND_BUFFER_BYTES); // what it can do without is less
    scratch.set(JAVA_INT, 0, BLOCK_BYTES);
    scratch.set(JAVA_INT, 4, blocks);
    scratch.set(JAVA_INT, 8, frameBytes);
    scratch.set(JAVA_INT, 12, frames);
    libc.check("ring of AF_PACKET", libc.setsockopt(fd, SOL_PACKET, RX_RING, scratch.address(), 16));
    mapping = new Mapping("the ring of AF_PACKET", fd, (long) BLOCK_BYTES * blocks, 0);
    ring = mapping.bytes();
    libc.check("AF_PACKET on " + name, bind(index));
  }

  /** Binds the socket to an interface, which may be another than before; the result is that of the call. */
  int bind(int index) {
    scratch.fill((byte) 0);
    scratch.set(JAVA_SHORT, 0, (short) AF_PACKET);
    scratch.set(JAVA_SHORT, 2, (short) ALL_PROTOCOLS);
    scratch.set(JAVA_INT, 4, index);
    return libc.bind(socket.fd(), scratch.address(), 20);
  }

  int fd() {
    return socket.fd();
  }

  /** Frames that fit. */
  int frames() {
    return frames;
  }

  /** All of it. */
  MemorySegment bytes() {
    return ring;
  }

  /** Whether a frame is there. */
  boolean hasNext() {
    return ((int) INT.getAcquire(ring, next * frameBytes) & USER) != 0;
  }

  /** Where the frame begins. */
  long at() {
    long header = next * frameBytes;
    return header + Short.toUnsignedInt(ring.get(JAVA_SHORT, header + 12));
  }

  /** How long it was on the wire, without a tag that the kernel took off. */
  int length() {
    return ring.get(JAVA_INT, next * frameBytes + 4);
  }

  /** How much of it is here. */
  int captured() {
    return ring.get(JAVA_INT, next * frameBytes + 8);
  }

  /** The 802.1Q tag that the kernel took off, its TPID in the high half; 0 for none. */
  int tag() {
    long header = next * frameBytes;
    int status = ring.get(JAVA_INT, header);
    if ((status & VLAN_VALID) == 0) {
      return 0;
    }
    int type = (status & VLAN_TYPE_VALID) == 0 ? VLAN : Short.toUnsignedInt(ring.get(JAVA_SHORT, header + 26));
    return type << 16 | Short.toUnsignedInt(ring.get(JAVA_SHORT, header + 24));
  }

  /** Gives the frame's place back to the kernel. */
  void release() {
    INT.setRelease(ring, next * frameBytes, 0);
    next = next + 1 == frames ? 0 : next + 1;
  }

  /** Frames that found no room since the last time. */
  long newDrops() {
    scratch.set(JAVA_INT, 0, 8);
    int result = libc.getsockopt(socket.fd(), SOL_PACKET, STATISTICS, scratch.address() + 8, scratch.address());
    return result < 0 ? 0 : Integer.toUnsignedLong(scratch.get(JAVA_INT, 12));
  }

  /** Forgets an error that waits to be told, as poll(2) would not wait while it does. */
  void clearError() {
    scratch.set(JAVA_INT, 0, 4);
    libc.getsockopt(socket.fd(), Libc.SOL_SOCKET, SO_ERROR, scratch.address() + 8, scratch.address());
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
