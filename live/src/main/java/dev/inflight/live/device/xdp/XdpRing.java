package dev.inflight.live.device.xdp;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.inflight.live.os.Mapping;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** One ring that a socket shares with the kernel (linux/if_xdp.h): one of the two writes entries, the other reads them. */
final class XdpRing implements AutoCloseable {
  /** Bytes of an entry that is an address. */
  static final int ADDRESS_BYTES = 8;
  /** Bytes of an entry that is an address, a length and options. */
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
  /** Our own index: of the next entry that we write or read. */
  private int next;

  /**
   * Maps a ring.
   *
   * @param offsets of its parts: four longs, from {@code at} on
   * @param page which of the socket's rings
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

  /** Of a ring that we write: entries that may be put. */
  int room() {
    return entries - unread();
  }

  /** Of a ring that we write: entries that the kernel has not read, with those not published yet. */
  int unread() {
    return next - (int) INT.getAcquire(bytes, consumerAt);
  }

  /** Of a ring that we read: entries that may be taken. */
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

  /** Shows the kernel what was put. */
  void publish() {
    INT.setRelease(bytes, producerAt, next);
  }

  /** The next entry's address; {@link #advance} goes on. */
  long address() {
    return bytes.get(JAVA_LONG, entry(next));
  }

  /** The next entry's length. */
  int length() {
    return bytes.get(JAVA_INT, entry(next) + 8);
  }

  void advance() {
    next++;
  }

  /** Gives the entries that were read back to the kernel. */
  void release() {
    INT.setRelease(bytes, consumerAt, next);
  }

  /** Whether the kernel looks at what is published only when it is called. */
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
