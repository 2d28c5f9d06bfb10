package dev.inflight.lab.explain;

import dev.inflight.telemetry.Hops;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bottleneck hop of a path according to its telemetry: the one with the largest U, as HPCC defines it (eq. 1, 2). */
final class RulingHop {
  private static final double PS_PER_S = 1e12;

  private final Hops before = new Hops(8);
  private boolean receivedBefore;
  private @Nullable PathPort ruling;

  /** Bottleneck hop of the latest telemetry; null when no telemetry of a hop has arrived. */
  @Nullable
  PathPort last() {
    return ruling;
  }

  /** Receives a report; it has no effect unless it has a record of each of these ports. */
  void receives(long nowPs, Hops now, List<PathPort> switches, long baseRttPs) {
    if (now.count() == 0 || now.count() != switches.size()) {
      return;
    }
    if (receivedBefore && now.samePath(before)) {
      compare(nowPs, now, switches, baseRttPs);
    }
    before.copyFrom(now);
    receivedBefore = true;
  }

  private void compare(long nowPs, Hops now, List<PathPort> switches, long baseRttPs) {
    double[] loads = new double[now.count()];
    int busiest = -1;
    for (int hop = 0; hop < loads.length; hop++) {
      loads[hop] = load(now, hop, baseRttPs);
      if (loads[hop] >= 0 && (busiest < 0 || loads[hop] > loads[busiest])) {
        busiest = hop;
      }
    }
    for (int hop = 0; hop < loads.length; hop++) {
      if (loads[hop] >= 0) {
        switches.get(hop).reported(nowPs, loads[hop], hop == busiest);
      }
    }
    ruling = busiest < 0 ? ruling : switches.get(busiest);
  }

  /**
   * Returns queue / (rate x T) + bytes sent since the previous report / (rate x time since); -1 where reports are not comparable.
   */
  private double load(Hops now, int hop, long baseRttPs) {
    long elapsedPs = now.elapsedPs(hop, before);
    double rate = now.rateBitsPerSec(hop);
    if (elapsedPs <= 0 || rate <= 0) {
      return -1;
    }
    double bits = 8.0 * now.bytesSince(hop, before);
    double queued = 8.0 * Math.min(now.queueBytes(hop), before.queueBytes(hop));
    return queued / (rate * baseRttPs / PS_PER_S) + bits / (rate * elapsedPs / PS_PER_S);
  }
}
