package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Effect of SIGINT and SIGTERM on a run, or on several in a row or in parallel: they end the simulations, and the program stays alive until
 * the results so far are written. In force until closed.
 */
public final class Interruption implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;
  private static final int NUDGE_MILLISECONDS = 50;

  private final int exitCode;
  private final Runnable more;
  private final Set<Simulation> simulations = ConcurrentHashMap.newKeySet();
  private volatile boolean come;
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");

  /** One that simulations end for. */
  public Interruption() {
    this(Run.INTERRUPTED, () -> {
    });
  }

  /**
   * Creates an interruption that ends other work too.
   *
   * @param exitCode exit code of the program when it was interrupted
   * @param more stops the other work; called again until the work has stopped
   */
  public Interruption(int exitCode, Runnable more) {
    this.exitCode = exitCode;
    this.more = more;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** A simulation is to be ended too from now on. */
  void ends(Simulation running) {
    simulations.add(running);
  }

  /** A simulation has ended. */
  void forgets(Simulation ended) {
    simulations.remove(ended);
  }

  /** Reports whether the user has ended the program. */
  public boolean hasCome() {
    return come;
  }

  /** Runs when the JVM goes down; the main thread still runs meanwhile, and is notified again until it reacts. */
  private void interrupt() {
    come = true;
    boolean done = false;
    try {
      for (int waited = 0; !done && waited < PATIENCE_SECONDS * 1000; waited += NUDGE_MILLISECONDS) {
        simulations.forEach(Simulation::interrupt);
        more.run();
        done = written.await(NUDGE_MILLISECONDS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }

  /** Ends the effect: all results and messages are written. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException goingDown) {
      written.countDown();
    }
  }
}
