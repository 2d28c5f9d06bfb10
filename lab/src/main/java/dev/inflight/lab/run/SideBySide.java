package dev.inflight.lab.run;

import dev.inflight.lab.spec.Extensions;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;

/** Executes many runs, possibly in parallel. */
public final class SideBySide {
  private SideBySide() {
  }

  /**
   * Executes all runs in this order. After an interruption or a failure, no further run starts.
   *
   * @param atATime number of runs in parallel, 1 or more
   * @param interruption interruption by the user
   * @param runs runs to execute
   * @param run executes one run and returns its exit code
   * @return {@linkplain Run#worse worst} of the exit codes
   */
  public static <T> int run(int atATime, Interruption interruption, List<T> runs, ToIntFunction<T> run) {
    var failed = new AtomicBoolean();
    Extensions extensions = Extensions.current();
    try (ExecutorService workers = Executors.newFixedThreadPool(atATime)) {
      List<Future<Integer>> ends = runs.stream().map(one -> workers.submit(() -> extensions.during(() -> {
        if (interruption.hasCome() || failed.get()) {
          return Run.INTERRUPTED;
        }
        boolean ended = false;
        try {
          int exit = run.applyAsInt(one);
          ended = true;
          return exit;
        } finally {
          failed.compareAndSet(false, !ended);
        }
      }))).toList();
      int exit = Run.DONE;
      for (Future<Integer> end : ends) {
        exit = Run.worse(exit, exitOf(end));
      }
      return exit;
    }
  }

  private static int exitOf(Future<Integer> end) {
    try {
      return end.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Error broken) {
        throw broken;
      }
      throw failed.getCause() instanceof RuntimeException known ? known : new IllegalStateException(failed.getCause());
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return Run.INTERRUPTED;
    }
  }
}
