package dev.inflight.sim.fidelity;

import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Flows as a fluid: each gets an equal share of what its source sends, or of what its destination receives, whichever is less. */
final class FluidFlows {
  private static final double BITS_A_SECOND = 8e12;
  /** New rates that are found out for a packet of the flows: beside what the packet takes that is little. */
  private static final double WORK_OF_PACKET = 0.1;
  private static final long LEAST_WORK = 20_000;
  private static final double PACKET_BYTES = 1000;

  private final FlowTable flows;
  private final double[] rates;
  private final List<List<Fluid>> from = new ArrayList<>();
  private final List<List<Fluid>> into = new ArrayList<>();
  private final TreeSet<Fluid> byEnd = new TreeSet<>(
      Comparator.<Fluid>comparingDouble(flow -> flow.endPs).thenComparingInt(flow -> flow.row));
  private int started;
  private double bytes;
  private double atPs;
  private double passedPs;
  private double rate;
  private double passedRate;
  private long changes;
  private double work;

  private static final class Fluid {
    final int row;
    final int source;
    final int destination;
    double leftBytes;
    double rate;
    double sincePs;
    double endPs;

    Fluid(int row, int source, int destination, double bytes) {
      this.row = row;
      this.source = source;
      this.destination = destination;
      leftBytes = bytes;
    }
  }

  /** Flows that have not started, in order of their starts. */
  FluidFlows(FlowTable flows, Topology topology) {
    this.flows = flows;
    rates = new double[topology.nodeCount()];
    for (Topology.Link link : topology.links()) {
      rates[link.a()] += link.rateBitsPerSec() / BITS_A_SECOND;
      rates[link.b()] += link.rateBitsPerSec() / BITS_A_SECOND;
    }
    for (int node = 0; node < rates.length; node++) {
      from.add(new ArrayList<>());
      into.add(new ArrayList<>());
    }
    atPs = flows.startPs(0);
  }

  /** Goes on to the next start or end; whether there was one. */
  boolean next() {
    boolean starts = started < flows.count() && (byEnd.isEmpty() || flows.startPs(started) <= byEnd.first().endPs);
    if (!starts && byEnd.isEmpty()) {
      return false;
    }
    double toPs = starts ? flows.startPs(started) : byEnd.first().endPs;
    passedPs = toPs - atPs;
    passedRate = rate;
    atPs = toPs;
    changes++;
    Fluid changed;
    if (starts) {
      changed = new Fluid(started, flows.source(started), flows.destination(started), flows.sizeBytes(started));
      changed.sincePs = atPs;
      changed.endPs = Double.MAX_VALUE;
      started++;
      bytes += changed.leftBytes;
      from.get(changed.source).add(changed);
      into.get(changed.destination).add(changed);
    } else {
      changed = byEnd.removeFirst();
      rate -= changed.rate;
      from.get(changed.source).remove(changed);
      into.get(changed.destination).remove(changed);
    }
    share(from.get(changed.source));
    share(into.get(changed.destination));
    return true;
  }

  private void share(List<Fluid> beside) {
    work += beside.size();
    for (Fluid flow : beside) {
      double now = Math.min(rates[flow.source] / from.get(flow.source).size(),
          rates[flow.destination] / into.get(flow.destination).size());
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
  }

  /** The time of the last start or end, in picoseconds. */
  double atPs() {
    return atPs;
  }

  /** The time from the start or end before it, in picoseconds. */
  double passedPs() {
    return passedPs;
  }

  /** What all flows carried in that time, in bytes a picosecond. */
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

  /** Whether to go on takes longer than it is worth, beside the run itself. */
  boolean isTooMuchWork() {
    return work > LEAST_WORK + WORK_OF_PACKET * bytes / PACKET_BYTES;
  }
}
