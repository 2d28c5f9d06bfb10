package dev.inflight.lab.run;

import dev.inflight.lab.spec.Extensions;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;

/** Many runs, so many at a time. */
public final class SideBySide {
  private SideBySide() {
  }

  /**
   * Runs all of them, in this order. When the user ends the program, or one of them fails, those that have not started do not start.
   *
   * @param atATime how many, 1 or more
   * @param interruption by the user
   * @param runs which
   * @param run runs one and returns its exit code
   * @return the {@linkplain Run#worse worst} of the exit codes
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
