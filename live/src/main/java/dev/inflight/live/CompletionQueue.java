package dev.inflight.live;

import dev.inflight.net.rdma.Operation;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Where operations wait that are over, until the application asks for them: for one that has a loop of its own, and is not to be called from another. Any
 * number of connections may share one. Those of a connection come in the order in which they were posted.
 *
 * <p>It never has more than it holds: {@linkplain Connection#postWrite posting} takes a place at once, and polling gives it back. May be used
 * from any thread.
 */
public final class CompletionQueue {
  /**
   * An operation that is over.
   *
   * @param connection that it was posted to
   * @param id the application's name for it
   * @param status what has become of it; never {@code PENDING}
   */
  public record Completion(Connection connection, long id, Operation.Status status) {
    /** Whether it was done. */
    public boolean isDone() {
      return status == Operation.Status.SUCCESS;
    }
  }

  private final Queue<Completion> over = new ConcurrentLinkedQueue<>();
  private final Semaphore places;

  /**
   * An empty queue.
   *
   * @param capacity operations that may be under way to it or over and not asked for, 1 or more
   */
  public CompletionQueue(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a completion queue for " + capacity + " operations");
    }
    places = new Semaphore(capacity);
  }

  /** The operation that has been over for longest; none when none is. It does not wait. */
  public @Nullable Completion poll() {
    Completion first = over.poll();
    if (first != null) {
      places.release();
    }
    return first;
  }

  /**
   * Several at once, as many as there are and there is room for.
   *
   * @return how many; they stand from index 0 on
   */
  public int poll(@Nullable Completion[] into) {
    Objects.requireNonNull(into, "into");
    int count = 0;
    for (Completion next = count < into.length ? poll() : null; next != null; next = count < into.length ? poll() : null) {
      into[count++] = next;
    }
    return count;
  }

  /** Takes a place for an operation that is about to be posted; false when there is none. */
  boolean take() {
    return places.tryAcquire();
  }

  /** Gives a place back for which nothing was posted. */
  void give() {
    places.release();
  }

  /** The operation that has the place is over. */
  void add(Connection connection, long id, Operation.Status status) {
    over.add(new Completion(connection, id, status));
  }
}
