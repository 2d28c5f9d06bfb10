package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.OsException;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** AF_PACKET socket with a ring of version 2 (linux/if_packet.h), into which the kernel copies an interface's frames. */
final class PacketRing extends SocketRing {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final int IGNORE_OUTGOING = 23;
  private static final int TPACKET_V2 = 1;
  private static final int STATISTICS_BYTES = 8;
  private static final int SO_SNDBUFFORCE = 32;
  private static final int SEND_BUFFER_BYTES = 8 << 20;
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int HEADER_ROOM_BYTES = 128; // the kernel's header, the address, and their alignment
  private static final int USER = 1;

  private final int frameBytes;
  private final int frames;
  private long next;

  /**
   * Opens a socket with a ring.
   *
   * @param largest largest frame, in bytes
   * @param room number of frames that the ring should hold
   */
  PacketRing(@Nullable String namespace, String name, int index, int largest, int room) {
    super(new PacketSocket(namespace, TPACKET_V2), STATISTICS_BYTES);
    frameBytes = Integer.highestOneBit(2 * (largest + HEADER_ROOM_BYTES) - 1);
    int perBlock = BLOCK_BYTES / frameBytes;
    int blocks = Math.max(1, (room + perBlock - 1) / perBlock);
    frames = blocks * perBlock;
    try {
      setUp(name, index, blocks);
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private void setUp(String name, int index, int blocks) {
    socket.option("PACKET_IGNORE_OUTGOING", IGNORE_OUTGOING, 1);
    socket.tryOption(SO_SNDBUFFORCE, SEND_BUFFER_BYTES); // the ring works with less
    ring = socket.ring(BLOCK_BYTES, blocks, frameBytes, frames);
    int bound = bind(index);
    if (bound < 0) {
      throw new OsException("AF_PACKET on " + name, -bound);
    }
  }

  /** Number of frames that fit. */
  int frames() {
    return frames;
  }

  /** True if a frame is waiting. */
  boolean hasNext() {
    return ((int) INT.getAcquire(ring, next * frameBytes) & USER) != 0;
  }

  /** Start of the frame. */
  long at() {
    long header = next * frameBytes;
    return header + Short.toUnsignedInt(ring.get(JAVA_SHORT, header + 12));
  }

  /** Length of the frame on the wire, without a tag that the kernel removed. */
  int length() {
    return ring.get(JAVA_INT, next * frameBytes + 4);
  }

  /** Captured bytes of the frame. */
  int captured() {
    return ring.get(JAVA_INT, next * frameBytes + 8);
  }

  /** The 802.1Q tag that the kernel removed, its TPID in the high half; 0 for none. */
  int tag() {
    long header = next * frameBytes;
    return PacketSocket.tag(ring.get(JAVA_INT, header), ring.get(JAVA_SHORT, header + 26), ring.get(JAVA_SHORT, header + 24));
  }

  /** Returns the frame's slot to the kernel. */
  void release() {
    INT.setRelease(ring, next * frameBytes, 0);
    next = next + 1 == frames ? 0 : next + 1;
  }
}
