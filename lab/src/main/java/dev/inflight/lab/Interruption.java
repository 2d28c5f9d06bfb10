package dev.inflight.lab;

import dev.inflight.sim.Simulation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What SIGINT and SIGTERM do to a run: they end the simulation, and the program stays alive until what is there has been written.
 * In force until closed.
 */
final class Interruption implements AutoCloseable {
  private static final int EXIT_CODE = 130;
  private static final int PATIENCE_SECONDS = 60;
  private static final int NUDGE_MILLISECONDS = 50;

  private final Simulation simulation;
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "interruption");

  Interruption(Simulation simulation) {
    this.simulation = simulation;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Runs when the JVM goes down; the main thread still runs meanwhile, and is told again until it has heard. */
  private void interrupt() {
    boolean done = false;
    try {
      for (int waited = 0; !done && waited < PATIENCE_SECONDS * 1000; waited += NUDGE_MILLISECONDS) {
        simulation.interrupt();
        done = written.await(NUDGE_MILLISECONDS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  /** All has been written and said. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException goingDown) {
      written.countDown();
    }
  }
}
