package dev.inflight.live.device.ring;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.inflight.live.os.OsException;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * AF_PACKET socket with a ring of version 3 (linux/if_packet.h), for listening only: the kernel copies frames of any length into
 * blocks, and hands over a block when it is full or after some time. Sent frames also appear, once.
 */
final class BlockRing extends SocketRing {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final int TPACKET_V3 = 2;
  private static final int STATISTICS_BYTES = 12;
  private static final int NOMINAL_FRAME_BYTES = 2048; // version 3 checks but does not use it
  private static final int HAND_OVER_MILLISECONDS = 10;
  private static final int BLOCK_STATUS = 8;
  private static final int BLOCK_FRAMES = 12;
  private static final int BLOCK_FIRST = 16;
  private static final int SECONDS = 4;
  private static final int NANOS = 8;
  private static final int CAPTURED = 12;
  private static final int LENGTH = 16;
  private static final int STATUS = 20;
  private static final int FRAME = 24;
  private static final int TAG_CONTROL = 32;
  private static final int TAG_TYPE = 36;
  private static final int USER = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final int blockBytes;
  private final int blocks;
  private int block;
  private boolean open;
  private int left;
  private long header;

  /**
   * Opens a socket with a ring.
   *
   * @param blockBytes bytes of a block, a power of two, 4096 or more; longer frames are cut
   * @param blocks 1 or more
   */
  BlockRing(@Nullable String namespace, String name, int index, int blockBytes, int blocks) {
    super(new PacketSocket(namespace, TPACKET_V3), STATISTICS_BYTES);
    this.blockBytes = blockBytes;
    this.blocks = blocks;
    try {
      ring = socket.ring(blockBytes, blocks, NOMINAL_FRAME_BYTES, blockBytes / NOMINAL_FRAME_BYTES * blocks,
          HAND_OVER_MILLISECONDS, 0, 0);
      int bound = bind(index);
      if (bound < 0) {
        throw new OsException("AF_PACKET on " + name, -bound);
      }
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  @Override
  public int bind(int index) {
    int result = socket.bind(index);
    if (result >= 0) {
      socket.promiscuous(index);
    }
    return result;
  }

  /** Moves to the next frame, if there is one; the memory of the previous one may belong to the kernel again. */
  boolean next() {
    if (left > 1) {
      left--;
      header += Integer.toUnsignedLong(ring.get(JAVA_INT, header));
      return true;
    }
    release();
    while (left == 0 && isOurs()) {
      long at = (long) block * blockBytes;
      open = true;
      left = ring.get(JAVA_INT, at + BLOCK_FRAMES);
      header = at + Integer.toUnsignedLong(ring.get(JAVA_INT, at + BLOCK_FIRST));
      if (left == 0) {
        release(); // handed over without a frame
      }
    }
    return left > 0;
  }

  private boolean isOurs() {
    return ((int) INT.getAcquire(ring, (long) block * blockBytes + BLOCK_STATUS) & USER) != 0;
  }

  /** Returns the block to the kernel after its last frame. */
  private void release() {
    if (open) {
      INT.setRelease(ring, (long) block * blockBytes + BLOCK_STATUS, 0);
      open = false;
      left = 0;
      block = block + 1 == blocks ? 0 : block + 1;
    }
  }

  /** Start of the frame. */
  long at() {
    return header + Short.toUnsignedInt(ring.get(JAVA_SHORT, header + FRAME));
  }

  /** Length of the frame on the wire, without a tag that the kernel removed. */
  int length() {
    return ring.get(JAVA_INT, header + LENGTH);
  }

  /** Captured bytes of the frame. */
  int captured() {
    return ring.get(JAVA_INT, header + CAPTURED);
  }

  /** Time at which the kernel received it, in nanoseconds since 1970. */
  long timeNs() {
    return Integer.toUnsignedLong(ring.get(JAVA_INT, header + SECONDS)) * NANOS_PER_SECOND
        + Integer.toUnsignedLong(ring.get(JAVA_INT, header + NANOS));
  }

  /** The 802.1Q tag that the kernel removed, its TPID in the high half; 0 for none. */
  int tag() {
    return PacketSocket.tag(ring.get(JAVA_INT, header + STATUS), ring.get(JAVA_SHORT, header + TAG_TYPE),
        ring.get(JAVA_INT, header + TAG_CONTROL));
  }
}
