package dev.inflight.live;

import dev.inflight.net.rdma.memory.ByteStore;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Memory that operations move bytes from and to, and that others may reach as far as it was opened to them. Its key and its address (which a message may
 * bring, say) are all that another host needs to ask for it. Its bytes stay where they are: a program that reads or writes them while an operation moves
 * them sees any of both.
 *
 * <p>Its arena has to stay open until the endpoint is closed, or the region is {@linkplain Endpoint#deregister taken back}. If it is closed before, nothing
 * reaches the memory any more: requests of other hosts fail with {@code REMOTE_ACCESS_ERROR}, operations from here with {@code LOCAL_ACCESS_ERROR}, and so
 * end their connections, but no others. That holds for a mapped file that became shorter too.
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
   * Checks what can be known of memory before it is used.
   *
   * @param by the thread that will; null where that is not known
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
          "other hosts are to write into memory that is read-only: Access.READ or LOCAL is possible");
    }
    if (by != null && !segment.isAccessibleBy(by)) {
      throw new IllegalArgumentException("the memory's arena is confined to another thread than the endpoint's \"" + by.getName()
          + "\": memory of Arena.ofShared() is wanted");
    }
  }

  void opened(int byKey) {
    key = byKey;
  }

  /** Others reach it no more; completes when no operation from here needs it, and nothing that is sent comes from here. */
  CompletableFuture<Void> takeBack() {
    takenBack = true;
    endIfIdle();
    return over;
  }

  /** The endpoint is over: nothing reaches any memory. */
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

  /** An operation from here needs it, until it is over. */
  void use() {
    uses++;
  }

  /** That operation is over. */
  void used() {
    uses--;
    endIfIdle();
  }

  /**
   * Whether operations of an endpoint may use it now.
   *
   * @param toWrite whether they put bytes there
   * @throws IllegalArgumentException where it is another endpoint's, or read-only
   * @throws IllegalStateException where it was taken back, or its arena is closed
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

  /** Whether it is a region of this endpoint. */
  @SuppressWarnings("ReferenceEquality")
  void requireOf(Endpoint asked) {
    if (endpoint != asked) {
      throw new IllegalArgumentException(
          "the region belongs to another endpoint; only the endpoint that registered it can use it");
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

  /** Whether it was taken back, or cannot be reached any more: requests for it are refused. */
  public boolean isTakenBack() {
    return store.isTakenBack();
  }

  /** Why its memory could not be reached; null as long as it could. */
  @Nullable
  Throwable unreachable() {
    return unreachable;
  }

  ByteStore store() {
    return store;
  }

  /** The region as the datapath sees it, in the loop's thread. */
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
      } catch (RuntimeException | InternalError gone) { // closed meanwhile, of another thread, or a file that became shorter
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
