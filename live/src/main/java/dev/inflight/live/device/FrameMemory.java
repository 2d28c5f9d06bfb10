package dev.inflight.live.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Memory for frames, in chunks of one size, that all devices of one loop share, so that a frame moves between devices without a
 * copy. It is outside Java's heap, where the kernel can access it. A chunk has one owner at a time, which may start a frame
 * anywhere in it: an arriving frame starts at least {@link #HEADROOM_BYTES} after its chunk's start, so that headers may grow.
 *
 * <p>It belongs to one thread. Closing frees it, but only after its devices are closed, because the kernel has its address.
 */
public final class FrameMemory implements AutoCloseable {
  /** Free bytes in front of each arriving frame. */
  public static final int HEADROOM_BYTES = 256;
  private static final long PAGE_BYTES = 4096;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  private final int chunkBytes;
  private final int chunks;
  private final int[] free;
  private int freeCount;
  private int[] sockets = new int[1];
  private int socketCount;
  private int devices;
  private boolean closed;

  /**
   * Creates memory for frames.
   *
   * @param chunks largest number of frames at once; 1 to 2^20
   * @param chunkBytes a power of two from 2048 to 16,384 (AF_XDP: 2048 or 4096); a frame and its headroom must fit
   */
  public FrameMemory(int chunks, int chunkBytes) {
    if (chunks < 1 || chunks > 1 << 20 || chunkBytes < 2048 || chunkBytes > 16_384 || Integer.bitCount(chunkBytes) != 1) {
      throw new IllegalArgumentException(
          chunks + " chunks of " + chunkBytes + " bytes: 1 to 2^20 of 2048, 4096, 8192 or 16384 are possible");
    }
    this.chunks = chunks;
    this.chunkBytes = chunkBytes;
    bytes = arena.allocate((long) chunks * chunkBytes, PAGE_BYTES);
    free = new int[chunks];
    for (int chunk = 0; chunk < chunks; chunk++) {
      free[chunk] = chunks - 1 - chunk;
    }
    freeCount = chunks;
  }

  /** The whole memory. */
  public MemorySegment bytes() {
    return bytes;
  }

  /** Size of each chunk, in bytes. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** Number of chunks. */
  public int chunks() {
    return chunks;
  }

  /** Longest frame that fits behind the headroom, in bytes. */
  public int largestFrameBytes() {
    return chunkBytes - HEADROOM_BYTES;
  }

  /** Number of chunks without an owner. */
  public int freeChunks() {
    return freeCount;
  }

  /**
   * Takes a chunk.
   *
   * @return index of its first byte, or -1 if none is free
   */
  public long take() {
    return freeCount == 0 ? -1 : (long) free[--freeCount] * chunkBytes;
  }

  /**
   * Returns a chunk.
   *
   * @param at index of any byte in it
   */
  public void give(long at) {
    if (freeCount == chunks) {
      throw new IllegalStateException("a chunk is given back that was not taken");
    }
    free[freeCount++] = (int) (at / chunkBytes);
  }

  /** Index at which the chunk of a byte starts. */
  public long chunkOf(long at) {
    return at & -chunkBytes;
  }

  /** Socket under which this memory is registered with the kernel, so that another socket may share it; -1 if there is none. */
  public int socket() {
    return socketCount == 0 ? -1 : sockets[0];
  }

  /** Records that this memory is registered with the kernel under a socket. */
  public void addSocket(int fd) {
    if (socketCount == sockets.length) {
      sockets = Arrays.copyOf(sockets, 2 * socketCount);
    }
    sockets[socketCount++] = fd;
  }

  /** Records that a socket is about to be closed. */
  public void removeSocket(int fd) {
    for (int at = 0; at < socketCount; at++) {
      if (sockets[at] == fd) {
        sockets[at] = sockets[--socketCount];
        return;
      }
    }
  }

  /**
   * Checks that the memory is open, because the kernel must not get the address of freed memory.
   *
   * @throws IllegalStateException if it is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the memory for frames is closed, and no device can be opened over it");
    }
  }

  /** Records that a device with frames here is open: it may have given addresses of this memory to the kernel. */
  public void addDevice() {
    requireOpen();
    devices++;
  }

  /** Records that such a device is closed, and that it has no address of this memory any more. */
  public void removeDevice() {
    if (devices == 0) {
      throw new IllegalStateException("a device is closed that was not open");
    }
    devices--;
  }

  /**
   * Frees the memory.
   *
   * @throws IllegalStateException while devices are open, because the kernel has addresses of this memory
   */
  @Override
  public void close() {
    if (devices > 0) {
      throw new IllegalStateException("the memory for frames has " + devices + (devices == 1 ? " device" : " devices")
          + " open, and can be closed only after " + (devices == 1 ? "it" : "them"));
    }
    if (!closed) {
      closed = true;
      arena.close();
    }
  }
}
