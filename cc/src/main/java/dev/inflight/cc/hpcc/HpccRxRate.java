package dev.inflight.cc.hpcc;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import java.util.Set;

/**
 * HPCC with rxRate in place of txRate (HPCC §3.4, Figure 6), for seeing why it has txRate: the rate at which bytes come to a port and
 * its queue tell the same congestion twice, so the queue oscillates before it settles.
 *
 * <p>What a port received needs no counter of its own: what it sent, and what its queue grew by. Telemetry in units of 80 and 128 bytes
 * makes that coarser, but loses nothing over time; a queue beyond the header's range, and bytes that were dropped, are not seen.
 *
 * @param eta target utilisation, above 0 to 1
 * @param maxStage additive steps before a multiplicative one, 0 or more
 * @param wAiBytes additive step in bytes; 0: initial window * (1 - eta) / maxFlows
 * @param maxFlows flows expected at once on a link, 1 or more; used when {@code wAiBytes} is 0
 * @param tPs base RTT T; 0: the fabric's own
 */
public record HpccRxRate(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs) implements Scheme {
  /** The parameters of {@link Hpcc}. */
  public static final HpccRxRate DEFAULT = new HpccRxRate(0.95, 5, 0, 100, 0);

  /** Checks the ranges. */
  public HpccRxRate {
    hpcc(eta, maxStage, wAiBytes, maxFlows, tPs);
  }

  private static Hpcc hpcc(double eta, int maxStage, double wAiBytes, int maxFlows, long tPs) {
    return new Hpcc(eta, maxStage, wAiBytes, maxFlows, tPs, ReactionMode.BOTH, 0);
  }

  @Override
  public String name() {
    return "hpcc-rxrate";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of(Signal.HOPS);
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return hpcc(eta, maxStage, wAiBytes, maxFlows, tPs).start(path, Divider.PLAIN, true);
  }
}
