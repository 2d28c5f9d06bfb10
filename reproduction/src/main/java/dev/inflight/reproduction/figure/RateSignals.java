package dev.inflight.reproduction.figure;

import dev.inflight.reproduction.figure.Claim.Bound;
import dev.inflight.plot.PlotAxis;
import dev.inflight.plot.Chart;
import dev.inflight.plot.Panel;
import java.util.List;

/** Figure 6: the rate of sent bytes versus the rate of received bytes as HPCC's signal. */
public final class RateSignals extends Figure {
  private static final String SENT = "fig06-hpcc";
  private static final String RECEIVED = "fig06-rxrate";
  private static final double SETTLED_US = 500;
  private static final double SHOWN_US = 100;

  /** Creates the figure. */
  public RateSignals() {
    super("fig06", List.of(), "2 to 1: the rate of sent bytes (txRate) against that of received bytes (rxRate)",
        List.of(SENT, RECEIVED));
  }

  private static Trace queue(Results results, String scenario) {
    return results.queueKb(scenario, 3, 3);
  }

  /** Largest growth of the queue after it has started to drain, in per cent of its peak. */
  private static double rebound(Trace queue) {
    double lowest = queue.largest();
    double rise = 0;
    for (double kb : queue.after(queue.peakUs()).values()) {
      lowest = Math.min(lowest, kb);
      rise = Math.max(rise, kb - lowest);
    }
    return 100 * rise / queue.largest();
  }

  @Override
  public List<Claim> claims(Results results) {
    Trace received = queue(results, RECEIVED);
    return List.of(
        new Claim("fig06-tx-settles", "txRate: regrowth of the draining queue, as a share of its peak",
            "converges without oscillation", rebound(queue(results, SENT)), Bound.atMost(10, "%")),
        new Claim("fig06-rx-oscillates", "rxRate: the same", "oscillates first", rebound(received), Bound.atLeast(30, "%")),
        new Claim("fig06-rx-settles", "rxRate: largest queue after 500 us", "converges", received.after(SETTLED_US).largest(),
            Bound.atMost(10, "KB")));
  }

  @Override
  public Chart chart(Results results) {
    Trace sent = queue(results, SENT).between(-1, SHOWN_US);
    Trace received = queue(results, RECEIVED).between(-1, SHOWN_US);
    return new Chart("Figure 6: two senders to one receiver, 100 Gb/s",
        List.of(new Panel("Queue at the bottleneck", new PlotAxis("time (us)", 0, SHOWN_US),
            PlotAxis.fromZero("queue (KB)", Math.max(sent.largest(), received.largest())),
            List.of(sent.line("txRate (HPCC)"), received.line("rxRate")), List.of())));
  }
}
