package dev.inflight.live;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.os.PollSleeper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thread that runs an endpoint's loop and the tasks that other threads submit: the endpoint's own, or the application's.
 *
 * <p>After the endpoint's own thread has ended, tasks run in the submitting thread, one at a time. While there is no thread at
 * all, tasks with a result run at once.
 */
final class LoopThread {
  private final RealLoop loop;
  private @Nullable Thread own;
  private volatile boolean closed;
  /** True when the endpoint's own thread has ended; further tasks run in the calling thread, under {@link #afterwards}. */
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;
  private final Object afterwards = new Object();

  /** Creates a loop that another thread runs, until {@link #start}. */
  LoopThread(RealLoop loop) {
    this.loop = loop;
  }

  /**
   * Starts the endpoint's own thread, which runs the loop until {@link #stopAfter}, or until the loop fails.
   *
   * @param sleeper sleeper of the loop; closed at its end
   * @param last task that runs when the loop has ended for either reason, after the remaining tasks
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

  /** Thread that runs the loop; null if there is none yet. */
  @Nullable
  Thread thread() {
    Thread started = own;
    return started == null ? loop.runner() : started;
  }

  /** True if this is the loop's thread. */
  @SuppressWarnings("ReferenceEquality")
  boolean isHere() {
    return Thread.currentThread() == loop.runner();
  }

  /** True if this is the loop's thread, or if there is none. */
  boolean mayRunHere() {
    return isHere() || thread() == null;
  }

  /** Rejects {@link #call} from now on. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** True if the endpoint's own thread has ended. */
  boolean hasEnded() {
    return ended;
  }

  /** Runs a task in the loop's thread, without waiting for it. */
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
   * @throws IllegalStateException if the endpoint is closed
   */
  <T> T call(Supplier<T> task) {
    if (closed) {
      throw new IllegalStateException(failure == null ? "the endpoint is closed" : "the endpoint has failed", failure);
    }
    return read(task);
  }

  /** Same as {@link #call}, but also after the endpoint is closed. */
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
   * Ends the endpoint's own thread, if there is one, and waits for its end, except in the loop's thread.
   *
   * @param over future that the thread waits for before it ends
   * @param mostSeconds longest wait for that future, in seconds
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
