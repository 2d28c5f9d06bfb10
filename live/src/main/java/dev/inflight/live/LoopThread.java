package dev.inflight.live;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.os.PollSleeper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs an endpoint's loop, which is the endpoint's own or one of the application, and the work that other threads give to it.
 *
 * <p>After its own thread has ended, such work runs in the thread that gives it, one task at a time. As long as there is no thread at all, work that needs
 * a result runs at once.
 */
final class LoopThread {
  private final RealLoop loop;
  private @Nullable Thread own;
  private volatile boolean closed;
  /** Its own thread has ended; further tasks run in the calling thread, under {@link #afterwards}. */
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;
  private final Object afterwards = new Object();

  /** A loop that another thread runs, until {@link #start}. */
  LoopThread(RealLoop loop) {
    this.loop = loop;
  }

  /**
   * Starts a thread of its own, which runs the loop until {@link #stopAfter}, or until the loop fails.
   *
   * @param sleeper of the loop; closed at its end
   * @param last runs when the loop has ended for either reason, after the tasks that were left
   */
  void start(String name, PollSleeper sleeper, Runnable last) {
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> runOwn(sleeper, last));
    own = thread;
    thread.start();
  }

  private void runOwn(PollSleeper sleeper, Runnable last) {
    try {
      loop.run();
    } catch (Throwable thrown) {
      failure = thrown;
      throw thrown;
    } finally {
      closed = true;
      ended = true;
      sleeper.close();
      synchronized (afterwards) {
        try {
          loop.runTasks();
        } finally {
          last.run();
        }
      }
    }
  }

  /** The thread that runs the loop; null when there is none, or none yet. */
  @Nullable
  Thread thread() {
    Thread started = own;
    return started == null ? loop.runner() : started;
  }

  /** Whether this is the loop's thread. */
  @SuppressWarnings("ReferenceEquality")
  boolean isHere() {
    return Thread.currentThread() == loop.runner();
  }

  /** Whether this is the loop's thread, or there is none. */
  boolean mayRunHere() {
    return isHere() || thread() == null;
  }

  /** From now on {@link #call} is refused. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether its own thread has ended. */
  boolean hasEnded() {
    return ended;
  }

  /** Runs a task in the loop's thread, and does not wait for it. */
  void execute(Runnable task) {
    loop.execute(task);
    if (ended) {
      synchronized (afterwards) {
        loop.runTasks();
      }
    }
  }

  /**
   * Runs a task in the loop's thread, and waits for its result.
   *
   * @throws IllegalStateException when the endpoint is closed
   */
  <T> T call(Supplier<T> task) {
    if (closed) {
      throw new IllegalStateException(failure == null ? "the endpoint is closed" : "the endpoint has failed", failure);
    }
    return read(task);
  }

  /** As {@link #call}, also when the endpoint is closed. */
  <T> T read(Supplier<T> task) {
    if (mayRunHere()) {
      return task.get();
    }
    var result = new CompletableFuture<T>();
    execute(() -> {
      try {
        result.complete(task.get());
      } catch (Throwable thrown) {
        result.completeExceptionally(thrown);
      }
    });
    return result.join();
  }

  /**
   * Ends its own thread, if there is one, and waits for that, except in the loop's thread.
   *
   * @param over what it waits for before it ends
   * @param mostSeconds how long it waits for that at most
   */
  void stopAfter(CompletableFuture<Void> over, long mostSeconds) {
    Thread thread = own;
    if (thread == null) {
      return;
    }
    over.completeOnTimeout(null, mostSeconds, TimeUnit.SECONDS);
    if (isHere()) {
      over.whenComplete((_, _) -> loop.stop());
      return;
    }
    over.join();
    loop.stop();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
