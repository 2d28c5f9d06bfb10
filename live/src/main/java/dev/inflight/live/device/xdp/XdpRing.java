package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.os.Libc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * One ring between the kernel and us: one side puts entries in, the other takes them out, and each tells the other how far it is. Indices count up
 * for ever.
 */
final class XdpRing implements AutoCloseable {
  /** Entries of each ring; a power of two. */
  static final int ENTRIES = 2048;

  private static final VarHandle INDEX = JAVA_INT.varHandle();
  private static final int OFFSETS_BYTES = 32; // of one ring: producer, consumer, entries, flags
  private static final int NEEDS_WAKING = 1;

  private final Libc libc;
  private final MemorySegment mapped;
  private final long producerAt;
  private final long consumerAt;
  private final long entriesAt;
  private final long flagsAt;
  private final int entryBytes;

  /** How far we are: what we have put in, or taken out. */
  int mine;
  /** How far the other side was when we last looked. */
  int other;

  /**
   * Maps a ring.
   *
   * @param offsets where everything stands, as the kernel has told for all four
   * @param number of the ring among them
   * @param page what mmap knows the ring by
   */
  XdpRing(Libc libc, int socket, MemorySegment offsets, int number, long page, int entryBytes) {
    this.libc = libc;
    this.entryBytes = entryBytes;
    long at = (long) number * OFFSETS_BYTES;
    producerAt = offsets.get(JAVA_LONG, at);
    consumerAt = offsets.get(JAVA_LONG, at + 8);
    entriesAt = offsets.get(JAVA_LONG, at + 16);
    flagsAt = offsets.get(JAVA_LONG, at + 24);
    mapped = libc.map(socket, page, entriesAt + (long) ENTRIES * entryBytes, "mmap of a ring of AF_XDP");
  }

  /** How many entries the kernel has put in that we have not taken. */
  int arrived() {
    if (other == mine) {
      other = (int) INDEX.getAcquire(mapped, producerAt);
    }
    return other - mine;
  }

  /** What we have taken is the kernel's again. */
  void taken() {
    INDEX.setRelease(mapped, consumerAt, mine);
  }

  /** How many entries we may put in. */
  int room() {
    int used = mine - other;
    if (used >= ENTRIES) {
      other = (int) INDEX.getAcquire(mapped, consumerAt);
      used = mine - other;
    }
    return ENTRIES - used;
  }

  /** How many of the entries that we have put in the kernel has not taken. */
  int waiting() {
    other = (int) INDEX.getAcquire(mapped, consumerAt);
    return mine - other;
  }

  /** What we have put in is the kernel's. */
  void put() {
    INDEX.setRelease(mapped, producerAt, mine);
  }

  /** Where the entry that is next for us stands. */
  long next() {
    return entriesAt + (long) (mine & ENTRIES - 1) * entryBytes;
  }

  /** The shared memory, in which entries stand. */
  MemorySegment memory() {
    return mapped;
  }

  /** Whether the kernel sleeps, and wants to be told of new entries. */
  boolean needsWaking() {
    return ((int) INDEX.getAcquire(mapped, flagsAt) & NEEDS_WAKING) != 0;
  }

  @Override
  public void close() {
    libc.unmap(mapped);
  }
}
