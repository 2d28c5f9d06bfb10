package dev.inflight.lab.run;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.setup.Setup;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reports a simulation's progress to the user from a separate thread. */
final class Progress implements AutoCloseable {
  private static final double NS_PER_SECOND = 1e9;
  /** Time over which the speed is measured, long enough to include the writing of a series' samples. */
  private static final long SPEED_NS = 1_000_000_000L;
  /** Least wall time in s before an estimate: the first flows are not representative, and the JVM still compiles. */
  private static final double SECONDS_TO_ESTIMATE = 2;
  private static final double SHARE_TO_ESTIMATE = 0.01;

  /**
   * State of a simulation.
   *
   * @param done finished share of the simulation, 0 to 1
   * @param simulatedPs simulated time since the first flow's start in ps
   * @param flowsFinished number of finished flows
   * @param flows number of flows
   * @param hopsPerSecond packet-hops per second over the last few seconds; 0 if there are none or it is too early
   * @param secondsLeft estimated remaining wall time in s; empty while an estimate would be unreliable
   */
  record State(double done, long simulatedPs, int flowsFinished, int flows, double hopsPerSecond,
      OptionalDouble secondsLeft) implements ProgressView.Standing {
    @Override
    public OptionalDouble share() {
      return OptionalDouble.of(done);
    }

    /** Returns as much of the state as fits. The speed is omitted first, then the simulated time, then the flows. */
    @Override
    public String within(int columns) {
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

  private final Simulation simulation;
  private final PrintStream err;
  private final long startPs;
  private final long untilPs;
  private final double totalBytes;
  private final long beganNs = System.nanoTime();
  private @Nullable Ticker ticker;
  private @Nullable ProgressView view;
  private long lastHops;
  private long lastNs = beganNs;
  private double hopsPerSecond;

  private Progress(Simulation simulation, Setup setup, PrintStream err) {
    this.simulation = simulation;
    this.err = err;
    startPs = setup.flows().startPs(0);
    untilPs = setup.untilPs();
    double[] sum = new double[1];
    setup.flows().forEachAlike((_, _, sizeBytes, times) -> sum[0] += (double) sizeBytes * times);
    totalBytes = sum[0];
  }

  /** Starts a bar if {@code err} is a terminal, otherwise lines. */
  static Progress start(Simulation simulation, Scenario scenario, PrintStream err) {
    var progress = new Progress(simulation, scenario.setup(), err);
    progress.ticker = Ticker.start("progress", progress::tick);
    return progress;
  }

  private void tick() {
    if (view == null) {
      view = ProgressView.on(err);
    }
    view.show(look(System.nanoTime()));
  }

  private State look(long nowNs) {
    long simulatedPs = Math.max(0, simulation.nowPs() - startPs);
    int finished = simulation.flowsFinished();
    double ofBytes = simulation.deliveredBytes() / totalBytes;
    double ofTime = untilPs == Long.MAX_VALUE ? 0 : (double) simulatedPs / (untilPs - startPs);
    double share = Math.min(1, Math.max(ofBytes, ofTime)); // the simulation ends at whichever comes first
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
    if (ticker != null) {
      ticker.close();
    }
    if (view != null) {
      view.close();
    }
  }
}
