package dev.inflight.live.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Memory for frames, in chunks of one size, that all devices of one loop share, so that a frame goes from one to another without being copied.
 * It is outside of Java's heap, where the kernel may reach it. A chunk has one owner at a time, who may start a frame anywhere in it:
 * what arrives starts at least {@link #HEADROOM_BYTES} behind its chunk's beginning, so that headers may grow to the front.
 *
 * <p>It belongs to one thread. It is freed when it is closed, which is not possible before its devices are: the kernel has its address.
 */
public final class FrameMemory implements AutoCloseable {
  /** What is free in front of each frame that arrives. */
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
   * Memory for frames.
   *
   * @param chunks how many frames there may be at once; 1 to 2^20
   * @param chunkBytes a power of two from 2048 to 16,384, of which AF_XDP takes 2048 and 4096; a frame and its headroom must fit
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

  /** All of it. */
  public MemorySegment bytes() {
    return bytes;
  }

  /** The size of each chunk. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** How many chunks there are. */
  public int chunks() {
    return chunks;
  }

  /** The longest frame that fits behind the headroom. */
  public int largestFrameBytes() {
    return chunkBytes - HEADROOM_BYTES;
  }

  /** Chunks without an owner. */
  public int freeChunks() {
    return freeCount;
  }

  /**
   * Takes a chunk.
   *
   * @return the index of its first byte, or -1 when none is free
   */
  public long take() {
    return freeCount == 0 ? -1 : (long) free[--freeCount] * chunkBytes;
  }

  /**
   * Gives a chunk back.
   *
   * @param at the index of any byte in it
   */
  public void give(long at) {
    if (freeCount == chunks) {
      throw new IllegalStateException("a chunk is given back that was not taken");
    }
    free[freeCount++] = (int) (at / chunkBytes);
  }

  /** The index at which the chunk of a byte starts. */
  public long chunkOf(long at) {
    return at & -chunkBytes;
  }

  /** A socket by which the kernel knows this memory already, so that another may share it; -1 when there is none. */
  public int socket() {
    return socketCount == 0 ? -1 : sockets[0];
  }

  /** Says that the kernel knows this memory by a socket now. */
  public void addSocket(int fd) {
    if (socketCount == sockets.length) {
      sockets = Arrays.copyOf(sockets, 2 * socketCount);
    }
    sockets[socketCount++] = fd;
  }

  /** Says that a socket is about to be closed. */
  public void removeSocket(int fd) {
    for (int at = 0; at < socketCount; at++) {
      if (sockets[at] == fd) {
        sockets[at] = sockets[--socketCount];
        return;
      }
    }
  }

  /**
   * Nothing is to be opened over memory that is gone, as the kernel would get its address.
   *
   * @throws IllegalStateException when it is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the memory for frames is closed, and no device can be opened over it");
    }
  }

  /** Notes that a device with frames here is open: it may have given addresses of this memory to the kernel. */
  public void addDevice() {
    requireOpen();
    devices++;
  }

  /** Notes that such a device is closed, and that no address of this memory is known by it. */
  public void removeDevice() {
    if (devices == 0) {
      throw new IllegalStateException("a device is closed that was not open");
    }
    devices--;
  }

  /**
   * Frees it.
   *
   * @throws IllegalStateException while devices are open: what they have given to the kernel would be other memory then
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
