package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.setup.Setup;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tells a waiting user how far a simulation is, from a thread of its own. */
final class Progress implements AutoCloseable {
  private static final int LOOK_MILLISECONDS = 200;
  private static final double NS_PER_SECOND = 1e9;
  /** Over how long the speed is measured: long enough for writing a series' samples in between. */
  private static final long SPEED_NS = 1_000_000_000L;
  /** The first flows say little about the rest, and less about a JVM that still compiles. */
  private static final double SECONDS_TO_ESTIMATE = 2;
  private static final double SHARE_TO_ESTIMATE = 0.01;

  /**
   * Where a simulation stands.
   *
   * @param share how much of it is done, 0 to 1
   * @param simulatedPs simulated time since the first flow's start
   * @param flowsFinished flows that have finished
   * @param flows all flows
   * @param hopsPerSecond packet-hops in a second of the last few; 0 when there were none, or when it is too early
   * @param secondsLeft an estimate of the wall time left; empty as long as it would be a wild one
   */
  record State(double share, long simulatedPs, int flowsFinished, int flows, double hopsPerSecond, OptionalDouble secondsLeft) {
    /** As much of it as there is room for: first the speed is left out, then the simulated time, then the flows. */
    String within(int columns) {
      String time = Humanize.time(simulatedPs);
      String finished = Humanize.count(flowsFinished) + " of " + Humanize.count(flows, "flow");
      String speed = hopsPerSecond > 0 ? Humanize.roughly(hopsPerSecond) + " hops/s" : "";
      String left = secondsLeft.isPresent() ? Humanize.seconds(secondsLeft.getAsDouble()) + " left" : "";
      return Stream.of(join(time, finished, speed, left), join(time, finished, left), join(finished, left), left)
          .filter(text -> text.length() <= columns).findFirst().orElse("");
    }

    private static String join(String... parts) {
      return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
      return within(Integer.MAX_VALUE);
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
  private final PrintStream err;
  private final long startPs;
  private final long untilPs;
  private final double totalBytes;
  private final long beganNs = System.nanoTime();
  private final Thread thread = new Thread(this::watch, "progress");
  private volatile boolean closed;
  private long lastHops;
  private long lastNs = beganNs;
  private double hopsPerSecond;

  private Progress(Simulation simulation, Setup setup, PrintStream err) {
    this.simulation = simulation;
    this.err = err;
    startPs = setup.flows().startPs(0);
    untilPs = setup.untilPs();
    totalBytes = IntStream.range(0, setup.flows().count()).mapToDouble(setup.flows()::sizeBytes).sum();
    thread.setDaemon(true);
  }

  /** A bar when {@code err} is a terminal, otherwise lines. */
  static Progress start(Simulation simulation, Scenario scenario, PrintStream err) {
    var progress = new Progress(simulation, scenario.setup(), err);
    progress.thread.start();
    return progress;
  }

  private void watch() {
    try {
      if (pause()) {
        try (View view = view()) {
          do {
            view.show(look(System.nanoTime()));
          } while (pause());
        }
      }
    } catch (OutOfMemoryError | LinkageError full) {
      if (!TooLittleMemory.isCause(full)) {
        throw full;
      }
      closed = true; // the simulation meets it too, and reports it
    }
  }

  private View view() {
    String kind = System.getenv("TERM");
    if (err != System.err || kind == null || kind.equals("dumb")) {
      return new ProgressLines(err);
    }
    return Terminal.ofStandardError().<View>map(terminal -> new ProgressOnTerminal(err, () -> terminal.columns().orElse(0)))
        .orElseGet(() -> new ProgressLines(err));
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
    measureSpeed(nowNs);
    double elapsed = (nowNs - beganNs) / NS_PER_SECOND;
    OptionalDouble left = elapsed < SECONDS_TO_ESTIMATE || share < SHARE_TO_ESTIMATE
        ? OptionalDouble.empty()
        : OptionalDouble.of(elapsed * (1 - share) / share);
    return new State(share, simulatedPs, finished, simulation.flows(), hopsPerSecond, left);
  }

  private void measureSpeed(long nowNs) {
    if (nowNs - lastNs >= SPEED_NS) {
      long hops = simulation.packetHops();
      hopsPerSecond = (hops - lastHops) / ((nowNs - lastNs) / NS_PER_SECOND);
      lastHops = hops;
      lastNs = nowNs;
    }
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
  }
}
