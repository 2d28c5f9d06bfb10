package dev.inflight.live;

import dev.inflight.net.rdma.memory.ByteStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Memory that operations read and write, and that other hosts may access if permitted. For a request, another host needs only its
 * key and its address, for example from a message. The bytes are not copied: a program that reads or writes them while an
 * operation moves them may see old or new ones.
 *
 * <p>Its arena must stay open until the endpoint is closed, or the region is {@linkplain Endpoint#deregister deregistered}. If it
 * is closed earlier, the memory is inaccessible: requests of other hosts fail with {@code REMOTE_ACCESS_ERROR}, operations of
 * this host with {@code LOCAL_ACCESS_ERROR}, and only their connections end. The same applies if a mapped file shrank.
 */
public final class Region {
  private final Endpoint endpoint;
  private final MemorySegment segment;
  private final long address;
  private final Store store = new Store();
  private final CompletableFuture<Void> over;
  private volatile int key;
  private volatile boolean takenBack;
  private volatile @Nullable Throwable unreachable;
  private int uses; // of the loop's thread

  Region(Endpoint endpoint, MemorySegment segment, long address) {
    this.endpoint = endpoint;
    this.segment = segment;
    this.address = address;
    over = new LoopFuture<>(endpoint);
  }

  /**
   * Checks memory before its use, as far as possible.
   *
   * @param by thread that will use it; null if unknown
   */
  static void check(MemorySegment segment, Access access, @Nullable Thread by) {
    if (segment.byteSize() < 1) {
      throw new IllegalArgumentException("a region of no bytes");
    }
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the memory's arena is closed already");
    }
    if (access.isWritable() && segment.isReadOnly()) {
      throw new IllegalArgumentException(
          "remote writes need writable memory, and this memory is read-only; use Access.READ or LOCAL");
    }
    if (by != null && !segment.isAccessibleBy(by)) {
      throw new IllegalArgumentException("the memory's arena is confined to another thread than the endpoint's \"" + by.getName()
          + "\"; use memory of Arena.ofShared()");
    }
  }

  void opened(int byKey) {
    key = byKey;
  }

  /** Closes the region to other hosts; the future completes when no local operation and no packet to send uses it. */
  CompletableFuture<Void> takeBack() {
    takenBack = true;
    endIfIdle();
    return over;
  }

  /** Ends the region with its endpoint: no memory is accessible any more. */
  void end() {
    takenBack = true;
    over.complete(null);
  }

  private void endIfIdle() {
    if (takenBack && uses == 0) {
      endpoint.forget(this);
      over.complete(null);
    }
  }

  /** Counts an operation of this host that uses the region, until it completes. */
  void use() {
    uses++;
  }

  /** Records that such an operation has completed. */
  void used() {
    uses--;
    endIfIdle();
  }

  /**
   * Checks that operations of an endpoint may use the region now.
   *
   * @param toWrite true if they write into it
   * @throws IllegalArgumentException if it belongs to another endpoint, or is read-only
   * @throws IllegalStateException if it was deregistered, or its arena is closed
   */
  void requireUsable(Endpoint by, boolean toWrite) {
    requireOf(by);
    if (takenBack) {
      throw new IllegalStateException("the region was taken back by deregister");
    }
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the arena of the region's memory is closed");
    }
    if (toWrite && segment.isReadOnly()) {
      throw new IllegalArgumentException("a READ would put its bytes into memory that is read-only");
    }
  }

  /** Checks that the region belongs to this endpoint. */
  @SuppressWarnings("ReferenceEquality")
  void requireOf(Endpoint asked) {
    if (endpoint != asked) {
      throw new IllegalArgumentException(
          "the region belongs to another endpoint; only the endpoint that registered it can use it");
    }
  }

  /** Key that a request of another host must contain. */
  public int key() {
    return key;
  }

  /** Address of its first byte, for requests of other hosts. */
  public long address() {
    return address;
  }

  /** Size in bytes. */
  public long bytes() {
    return segment.byteSize();
  }

  /** Memory of the region. */
  public MemorySegment segment() {
    return segment;
  }

  /** True if the region was deregistered or is inaccessible: requests for it fail. */
  public boolean isTakenBack() {
    return store.isTakenBack();
  }

  /** Cause that made its memory inaccessible; null while it is accessible. */
  @Nullable
  Throwable unreachable() {
    return unreachable;
  }

  ByteStore store() {
    return store;
  }

  /** The region as the datapath uses it, in the loop's thread. */
  private final class Store implements ByteStore {
    @Override
    public boolean isTakenBack() {
      return takenBack || unreachable != null || !segment.scope().isAlive();
    }

    @Override
    public void answering() {
      use();
    }

    @Override
    public void answered() {
      used();
    }

    @Override
    public boolean get(long from, byte[] into, int at, int count) {
      try {
        MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, from, into, at, count);
        return true;
      } catch (RuntimeException | InternalError gone) { // closed, confined to another thread, or a shortened file
        unreachable = gone;
        return false;
      }
    }

    @Override
    public boolean put(long to, byte[] from, int at, int count) {
      try {
        MemorySegment.copy(from, at, segment, ValueLayout.JAVA_BYTE, to, count);
        return true;
      } catch (RuntimeException | InternalError gone) {
        unreachable = gone;
        return false;
      }
    }
  }
}
