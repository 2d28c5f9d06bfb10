package dev.inflight.live;

import dev.inflight.net.rdma.memory.ByteStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Memory that operations move bytes from and to, and that others may reach as far as it was opened to them. Whoever is told its key and its address
 * (in a message, say) can ask for it. Its bytes stay where they are: whoever reads or writes them while an operation moves them sees any of both.
 */
public final class Region implements ByteStore {
  private final MemorySegment segment;
  private final int key;
  private final long address;

  Region(MemorySegment segment, int key, long address) {
    this.segment = segment;
    this.key = key;
    this.address = address;
  }

  /** What a request of another host must show. */
  public int key() {
    return key;
  }

  /** Where its first byte is, for requests of other hosts. */
  public long address() {
    return address;
  }

  /** How many bytes it has. */
  public long bytes() {
    return segment.byteSize();
  }

  /** Its bytes. */
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void get(long from, byte[] into, int at, int count) {
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, from, into, at, count);
  }

  @Override
  public void put(long to, byte[] from, int at, int count) {
    MemorySegment.copy(from, at, segment, ValueLayout.JAVA_BYTE, to, count);
  }
}
