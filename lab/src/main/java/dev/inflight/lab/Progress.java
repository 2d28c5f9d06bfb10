package dev.inflight.lab;

import dev.inflight.sim.Setup;
import dev.inflight.sim.Simulation;
import java.io.Console;
import java.io.PrintStream;
import java.util.stream.IntStream;

/** Tells a waiting user how far a simulation is, from a thread of its own. */
final class Progress implements AutoCloseable {
  /** How often it looks. */
  static final int LOOK_MILLISECONDS = 200;
  private static final double NS_PER_SECOND = 1e9;

  /** Where a simulation stands. */
  record State(double share, long simulatedPs, int flowsFinished, int flows, double hopsPerSecond, double secondsLeft) {
    @Override
    public String toString() {
      return Show.time(simulatedPs) + ", " + Show.count(flowsFinished) + " of " + Show.count(flows) + " flows, "
          + Show.roughly(hopsPerSecond) + " hops/s, " + (share > 0 ? Show.seconds(secondsLeft) + " left" : "time left unknown");
    }
  }

  /** How it is shown. */
  interface View extends AutoCloseable {
    /** Shows where the simulation stands; called several times a second. */
    void show(State state);

    @Override
    void close();
  }

  private final Simulation simulation;
  private final View view;
  private final long startPs;
  private final long untilPs;
  private final double totalBytes;
  private final long beganNs = System.nanoTime();
  private final Thread thread = new Thread(this::watch, "progress");
  private volatile boolean closed;
  private long lastHops;
  private long lastNs = beganNs;

  private Progress(Simulation simulation, Setup setup, View view) {
    this.simulation = simulation;
    this.view = view;
    startPs = setup.flows.startPs(0);
    untilPs = setup.untilPs;
    totalBytes = IntStream.range(0, setup.flows.count()).mapToDouble(setup.flows::sizeBytes).sum();
    thread.setDaemon(true);
  }

  /** A bar on a terminal, otherwise lines. */
  static Progress start(Simulation simulation, Scenario scenario, PrintStream err) {
    Console console = System.console(); // null without a terminal, or one that is none: it depends on the Java
    boolean terminal = console != null && console.isTerminal();
    View view = terminal ? new ProgressOnTerminal() : new ProgressLines(err);
    var progress = new Progress(simulation, scenario.setup(), view);
    progress.thread.start();
    return progress;
  }

  private void watch() {
    try {
      while (pause()) {
        view.show(look(System.nanoTime()));
      }
    } catch (OutOfMemoryError full) {
      // The simulation fills the heap, and it will say so.
    }
  }

  private boolean pause() {
    try {
      Thread.sleep(LOOK_MILLISECONDS);
      return !closed;
    } catch (InterruptedException ended) {
      return false;
    }
  }

  private State look(long nowNs) {
    long simulatedPs = Math.max(0, simulation.nowPs() - startPs);
    int finished = simulation.flowsFinished();
    double ofBytes = simulation.fabric().counters().deliveredBytes / totalBytes;
    double ofTime = untilPs == Long.MAX_VALUE ? 0 : (double) simulatedPs / (untilPs - startPs);
    double share = Math.min(1, Math.max(ofBytes, ofTime)); // it ends at whichever comes first
    long hops = simulation.packetHops();
    double speed = (hops - lastHops) / ((nowNs - lastNs) / NS_PER_SECOND);
    lastHops = hops;
    lastNs = nowNs;
    double left = share == 0 ? 0 : (nowNs - beganNs) / NS_PER_SECOND * (1 - share) / share;
    return new State(share, simulatedPs, finished, simulation.flows(), Math.max(0, speed), left);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    view.close();
  }
}
