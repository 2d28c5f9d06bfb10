package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.os.Mapping;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** Ring that a socket shares with the kernel (linux/if_xdp.h): one side writes entries, the other reads them. */
final class XdpRing implements AutoCloseable {
  /** Size of an entry with an address, in bytes. */
  static final int ADDRESS_BYTES = 8;
  /** Size of an entry with an address, a length and options, in bytes. */
  static final int FRAME_BYTES = 16;

  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final int NEED_WAKEUP = 1;

  private final Mapping mapping;
  private final MemorySegment bytes;
  private final long producerAt;
  private final long consumerAt;
  private final long flagsAt;
  private final long entriesAt;
  private final int entryBytes;
  private final int entries;
  /** Index, on this side, of the next entry to write or read. */
  private int next;

  /**
   * Maps a ring.
   *
   * @param offsets offsets of its parts: four longs, from {@code at}
   * @param page page offset that selects one of the socket's rings
   */
  XdpRing(int fd, long page, MemorySegment offsets, long at, int entries, int entryBytes) {
    producerAt = offsets.get(JAVA_LONG, at);
    consumerAt = offsets.get(JAVA_LONG, at + 8);
    entriesAt = offsets.get(JAVA_LONG, at + 16);
    flagsAt = offsets.get(JAVA_LONG, at + 24);
    this.entries = entries;
    this.entryBytes = entryBytes;
    mapping = new Mapping("a ring of AF_XDP", fd, entriesAt + (long) entries * entryBytes, page);
    bytes = mapping.bytes();
  }

  /** In a ring to the kernel: number of entries that may be written. */
  int room() {
    return entries - unread();
  }

  /** In a ring to the kernel: number of entries that the kernel has not read, including unpublished ones. */
  int unread() {
    return next - (int) INT.getAcquire(bytes, consumerAt);
  }

  /** In a ring from the kernel: number of entries that may be read. */
  int waiting() {
    return (int) INT.getAcquire(bytes, producerAt) - next;
  }

  void putAddress(long address) {
    bytes.set(JAVA_LONG, entry(next++), address);
  }

  void putFrame(long address, int length) {
    long at = entry(next++);
    bytes.set(JAVA_LONG, at, address);
    bytes.set(JAVA_LONG, at + 8, length); // no options
  }

  /** Makes written entries visible to the kernel. */
  void publish() {
    INT.setRelease(bytes, producerAt, next);
  }

  /** Address of the next entry; {@link #advance} moves on. */
  long address() {
    return bytes.get(JAVA_LONG, entry(next));
  }

  /** Length of the next entry. */
  int length() {
    return bytes.get(JAVA_INT, entry(next) + 8);
  }

  void advance() {
    next++;
  }

  /** Returns the entries that were read to the kernel. */
  void release() {
    INT.setRelease(bytes, consumerAt, next);
  }

  /** True if the kernel processes published entries only when it is called. */
  boolean needsWakeup() {
    return ((int) INT.getAcquire(bytes, flagsAt) & NEED_WAKEUP) != 0;
  }

  private long entry(int index) {
    return entriesAt + (long) (index & entries - 1) * entryBytes;
  }

  @Override
  public void close() {
    mapping.close();
  }
}
