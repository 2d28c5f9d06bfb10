package dev.inflight.lab.run;

import dev.inflight.sim.Simulation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Effect of SIGINT and SIGTERM on one or several runs: simulations end, and the program stays alive until the results so far are
 * written. In force until closed.
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

  /** Creates an interruption that ends simulations. */
  public Interruption() {
    this(Run.INTERRUPTED, () -> {
    });
  }

  /**
   * Creates an interruption that also ends other work.
   *
   * @param exitCode exit code of the interrupted program
   * @param more stops the other work; called repeatedly until the work has stopped
   */
  public Interruption(int exitCode, Runnable more) {
    this.exitCode = exitCode;
    this.more = more;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Adds a simulation to end. */
  void ends(Simulation running) {
    simulations.add(running);
  }

  /** Removes a simulation that has ended. */
  void forgets(Simulation ended) {
    simulations.remove(ended);
  }

  /** Reports whether the user ended the program. */
  public boolean hasCome() {
    return come;
  }

  /** Runs during the JVM's shutdown. The main thread still runs, and is notified repeatedly until it reacts. */
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

  /** Ends the effect, after all results and messages are written. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException goingDown) {
      written.countDown();
    }
  }
}
