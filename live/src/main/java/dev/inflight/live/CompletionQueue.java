package dev.inflight.live;

import dev.inflight.net.rdma.Operation;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Queue of completed operations, for an application that polls in its own event loop instead of using callbacks. Any number of
 * connections may share a queue. A connection's completions are in the order in which its operations were posted.
 *
 * <p>The queue cannot overflow: {@linkplain Connection#postWrite posting} reserves an entry, and polling releases it. Any thread
 * may use the queue.
 */
public final class CompletionQueue {
  /**
   * Completed operation.
   *
   * @param connection connection of the operation
   * @param id the application's identifier of the operation
   * @param status result of the operation; never {@code PENDING}
   */
  public record Completion(Connection connection, long id, Operation.Status status) {
    /** True if the operation succeeded. */
    public boolean isDone() {
      return status == Operation.Status.SUCCESS;
    }
  }

  private final Queue<Completion> over = new ConcurrentLinkedQueue<>();
  private final Semaphore places;

  /**
   * Creates an empty queue.
   *
   * @param capacity number of operations that may be pending, or completed and not yet polled, 1 or more
   */
  public CompletionQueue(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a completion queue for " + capacity + " operations");
    }
    places = new Semaphore(capacity);
  }

  /** Removes and returns the oldest completion; null if there is none. Never waits. */
  public @Nullable Completion poll() {
    Completion first = over.poll();
    if (first != null) {
      places.release();
    }
    return first;
  }

  /**
   * Removes several completions at once, up to the length of the array.
   *
   * @return their number; they are in the array from index 0
   */
  public int poll(@Nullable Completion[] into) {
    Objects.requireNonNull(into, "into");
    int count = 0;
    for (Completion next = count < into.length ? poll() : null; next != null; next = count < into.length ? poll() : null) {
      into[count++] = next;
    }
    return count;
  }

  /** Reserves an entry for an operation; returns false if the queue is full. */
  boolean take() {
    return places.tryAcquire();
  }

  /** Releases an entry for which nothing was posted. */
  void give() {
    places.release();
  }

  /** Adds the completion of an operation that has reserved an entry. */
  void add(Connection connection, long id, Operation.Status status) {
    over.add(new Completion(connection, id, status));
  }
}
