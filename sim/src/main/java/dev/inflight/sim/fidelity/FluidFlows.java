package dev.inflight.sim.fidelity;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Flows as a fluid: the rate of each is an equal share of its source's rate or of its destination's, whichever is less. */
final class FluidFlows {
  private static final double BITS_A_SECOND = 8e12;
  /** Difference of ends, in picoseconds, up to which they count as equal because of rounding. */
  private static final double SAME_PS = 1;

  private final FlowTable flows;
  private final List<Side> from = new ArrayList<>();
  private final List<Side> into = new ArrayList<>();
  private final List<Side> changed = new ArrayList<>();
  private final TreeSet<Fluid> byEnd = new TreeSet<>(
      Comparator.<Fluid>comparingDouble(flow -> flow.endPs).thenComparingInt(flow -> flow.row));
  private int started;
  private double bytes;
  private double atPs;
  private double passedPs;
  private double rate;
  private double passedRate;
  private long changes;
  private long work;

  /** Sending or receiving side of a host. */
  private static final class Side {
    final double rate;
    final List<Fluid> flows = new ArrayList<>();
    boolean isChanged;

    Side(double rate) {
      this.rate = rate;
    }

    double share() {
      return rate / flows.size();
    }
  }

  private static final class Fluid {
    final int row;
    final Side source;
    final Side destination;
    double leftBytes;
    double rate;
    double sincePs;
    double endPs = Double.MAX_VALUE;
    boolean hasEnded;

    Fluid(int row, Side source, Side destination, double bytes) {
      this.row = row;
      this.source = source;
      this.destination = destination;
      leftBytes = bytes;
    }
  }

  /**
   * Makes flows that have not started, in order of their starts.
   *
   * @param slowness factor by which hosts send and receive more slowly than their cables, 1 or more
   */
  FluidFlows(FlowTable flows, Topology topology, double slowness) {
    this.flows = flows;
    double[] rates = new double[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      rates[link.a()] += link.rateBitsPerSec() / BITS_A_SECOND / slowness;
      rates[link.b()] += link.rateBitsPerSec() / BITS_A_SECOND / slowness;
    }
    for (double one : rates) {
      from.add(new Side(one));
      into.add(new Side(one));
    }
    atPs = flows.startPs(0);
  }

  /** Advances to the next time at which flows start or end, and handles all of them; returns false if there is none. */
  boolean next() {
    boolean starts = started < flows.count() && (byEnd.isEmpty() || flows.startPs(started) <= byEnd.first().endPs);
    if (!starts && byEnd.isEmpty()) {
      return false;
    }
    double toPs = starts ? flows.startPs(started) : byEnd.first().endPs;
    passedPs = toPs - atPs;
    passedRate = rate;
    atPs = toPs;
    while (starts && started < flows.count() && flows.startPs(started) == toPs) {
      start();
    }
    while (!byEnd.isEmpty() && byEnd.first().endPs <= toPs + SAME_PS) {
      end(byEnd.removeFirst());
    }
    for (Side side : changed) {
      work += side.flows.size();
      side.flows.removeIf(flow -> flow.hasEnded);
    }
    for (Side side : changed) {
      side.isChanged = false;
      side.flows.forEach(this::share);
    }
    changed.clear();
    return true;
  }

  private void start() {
    var flow = new Fluid(started, from.get(flows.source(started)), into.get(flows.destination(started)),
        flows.sizeBytes(started));
    flow.sincePs = atPs;
    started++;
    bytes += flow.leftBytes;
    flow.source.flows.add(flow);
    flow.destination.flows.add(flow);
    change(flow);
  }

  private void end(Fluid flow) {
    flow.hasEnded = true;
    rate -= flow.rate;
    change(flow);
  }

  private void change(Fluid flow) {
    changes++;
    change(flow.source);
    change(flow.destination);
  }

  private void change(Side side) {
    if (!side.isChanged) {
      side.isChanged = true;
      changed.add(side);
    }
  }

  private void share(Fluid flow) {
    double now = Math.min(flow.source.share(), flow.destination.share());
    if (now != flow.rate) {
      byEnd.remove(flow);
      flow.leftBytes = Math.max(0, flow.leftBytes - flow.rate * (atPs - flow.sincePs));
      flow.sincePs = atPs;
      rate += now - flow.rate;
      flow.rate = now;
      flow.endPs = atPs + flow.leftBytes / now;
      byEnd.add(flow);
    }
  }

  /** The time of the last start or end, in picoseconds. */
  double atPs() {
    return atPs;
  }

  /** The time from the start or end before it, in picoseconds. */
  double passedPs() {
    return passedPs;
  }

  /** Rate of all flows in that time, in bytes per picosecond. */
  double bytesPerPs() {
    return passedRate;
  }

  /** Starts and ends so far. */
  long changes() {
    return changes;
  }

  /** The bytes of all flows that have started. */
  double bytes() {
    return bytes;
  }

  /** Number of rates computed so far. */
  long work() {
    return work;
  }
}
