package dev.inflight.live;

import dev.inflight.net.rdma.memory.ByteStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;

/**
 * Memory that operations move bytes from and to, and that others may reach as far as it was opened to them. Whoever is told its key and its address
 * (in a message, say) can ask for it. Its bytes stay where they are: whoever reads or writes them while an operation moves them sees any of both.
 */
public final class Region implements ByteStore {
  private final MemorySegment segment;
  private final long address;
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private volatile int key;
  private int answers; // as all below, of the loop's thread
  private boolean takenBack;

  Region(MemorySegment segment, long address) {
    this.segment = segment;
    this.address = address;
  }

  void opened(int byKey) {
    key = byKey;
  }

  /** Others reach it no more; completes when nothing that is sent comes from here. */
  CompletableFuture<Void> takeBack() {
    takenBack = true;
    endIfIdle();
    return over;
  }

  private void endIfIdle() {
    if (takenBack && answers == 0) {
      over.complete(null);
    }
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
  public boolean isTakenBack() {
    return takenBack;
  }

  @Override
  public void answering() {
    answers++;
  }

  @Override
  public void answered() {
    answers--;
    endIfIdle();
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
