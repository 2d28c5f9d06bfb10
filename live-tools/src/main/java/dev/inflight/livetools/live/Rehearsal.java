package dev.inflight.livetools.live;

import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.result.RunRecorder;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.loop.World;
import dev.inflight.sim.setup.Setup;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Rehearsal of a run, in virtual time and then with real packets. A JVM that has just started interprets code, and its compilers
 * use the processor: the first packets would be tens of milliseconds late. Results are recorded as in the run, and discarded.
 */
final class Rehearsal {
  private static final long VIRTUAL_NANOS = 2_000_000_000;
  private static final long REAL_NANOS = 700_000_000;
  private static final int MOST_RUNS = 20;

  private final Setup setup;

  Rehearsal(Setup setup) {
    this.setup = setup;
  }

  /** Runs in virtual time for two seconds, repeatedly if the run is shorter. */
  void virtual(FrameRules rules, int chunkBytes) {
    long until = System.nanoTime() + VIRTUAL_NANOS;
    for (int run = 0; run < MOST_RUNS && System.nanoTime() < until; run++) {
      try (var world = new RehearsedWorld(setup.topology(), rules, chunkBytes)) {
        run(world, until - System.nanoTime());
      }
    }
  }

  /** Runs with real packets for less than a second. */
  void real(World world) {
    run(world, REAL_NANOS);
  }

  private void run(World world, long nanos) {
    try (RunFolder nowhere = RunFolder.nowhere();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory())) {
      var simulation = new Simulation(setup, new RunRecorder(setup, nowhere), (from, wire) -> wire, world);
      timer.schedule(simulation::interrupt, nanos, TimeUnit.NANOSECONDS);
      simulation.run();
      timer.shutdownNow();
    }
  }
}
