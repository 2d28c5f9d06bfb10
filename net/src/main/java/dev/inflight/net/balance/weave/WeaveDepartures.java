package dev.inflight.net.balance.weave;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Draws;
import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.link.Packet;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;

/** Flows that leave the leaf of their source for another leaf; each has a path, and moves when its path is busy (§3.2). */
final class WeaveDepartures {
  /** Value for no path. */
  private static final int NONE = 0;
  /** Value for no pending request. */
  private static final long NEVER = -1;

  private final ConWeave rules;
  private final Balancer leaf;
  private final Tiers tiers;
  private final Routes routes;
  private final Cabling cabling;
  private final int firstPort;
  private final Draws draws;
  private final ReorderCounts counts;
  private final BusyPaths[] busy; // by the number of the other leaf
  private final FlowEntries<Departing> flows;

  /** A flow. */
  private static final class Departing extends FlowEntry {
    private int path;
    private int epoch;
    /** Time at which the request of this epoch left. */
    private long requestPs;
    /** The request was answered, but too late. */
    private boolean answeredLate;
    /** Packets take the new path until the other leaf reports that the last one of the old path has come. */
    private boolean rerouted;
    /** Time at which that packet left. */
    private long tailPs;

    @Override
    boolean isNeeded() {
      return false;
    }

    @Override
    void clear() {
      path = NONE;
      epoch = 0;
      beginEpoch();
    }

    void beginEpoch() {
      epoch++;
      requestPs = NEVER;
      answeredLate = false;
      rerouted = false;
    }
  }

  WeaveDepartures(ConWeave rules, Balancer leaf, Tiers tiers, Routes routes, int node, Draws draws, ReorderCounts counts) {
    this.rules = rules;
    this.leaf = leaf;
    this.tiers = tiers;
    this.routes = routes;
    this.draws = draws;
    this.counts = counts;
    cabling = routes.cabling();
    firstPort = cabling.firstPort(node);
    busy = new BusyPaths[tiers.leaves()];
    flows = new FlowEntries<>(Departing::new, 2 * rules.inactivePs()); // the other leaf's state expires sooner
  }

  /**
   * Chooses the path of a packet that leaves.
   *
   * @param here the ports that lead to the other leaf, by number
   * @return the number of its port
   */
  int leave(Packet packet, int[] here, int to) {
    long nowPs = packet.timePs;
    int id = packet.flow().id();
    Departing flow = flows.find(id);
    if (flow == null) {
      flow = flows.add(id, nowPs);
    } else if (nowPs - flow.lastPs > rules.inactivePs()) {
      flow.beginEpoch();
    }
    flow.lastPs = nowPs;
    if (flow.path == NONE || !leaf.isUsable(firstPort + WeaveMarks.first(flow.path) - 1, here)) {
      flow.path = firstPath(here, packet, to, nowPs);
    }
    int path = flow.path;
    int flags = flow.rerouted ? WeaveMarks.REROUTED : mark(flow, here, packet, to);
    packet.overlay = WeaveMarks.of(path, flow.epoch, flags, nowPs, flow.tailPs);
    return firstPort + WeaveMarks.first(path) - 1;
  }

  /** Mark of a packet of a flow on its one path; it is the last one there if the flow moves. */
  private int mark(Departing flow, int[] here, Packet packet, int to) {
    long nowPs = packet.timePs;
    if (flow.requestPs != NEVER) {
      if (nowPs - flow.requestPs <= rules.replyPs()) {
        return 0;
      }
      int other = otherPath(flow.path, here, packet, to, nowPs);
      if (other != NONE) {
        flow.path = other;
        flow.rerouted = true;
        flow.tailPs = nowPs;
        counts.reroutes++;
        return WeaveMarks.TAIL;
      }
      if (!flow.answeredLate) {
        return 0;
      }
      flow.beginEpoch();
    }
    flow.requestPs = nowPs;
    return WeaveMarks.REQUEST;
  }

  /** Handles a signal of another leaf. */
  void take(Packet signal) {
    long nowPs = signal.timePs;
    int about = signal.signaled();
    int kind = signal.pathSignal();
    if (kind == WeaveArrivals.NOTIFY) {
      busy(tiers.leafOf(signal.flow().destination())).add(about, nowPs + rules.busyPs());
      return;
    }
    Departing flow = flows.find(signal.flow().id());
    if (flow == null || (byte) about != (byte) flow.epoch || flow.rerouted != (kind == WeaveArrivals.CLEAR)) {
      return;
    }
    if (kind == WeaveArrivals.REPLY && nowPs - flow.requestPs > rules.replyPs()) {
      flow.answeredLate = true;
    } else {
      flow.beginEpoch();
    }
  }

  /** The path of a flow that has none: one that is not busy, if it is among those drawn. */
  private int firstPath(int[] here, Packet packet, int to, long nowPs) {
    int path = otherPath(NONE, here, packet, to, nowPs);
    return path != NONE ? path : draw(here, packet);
  }

  /** Returns a path that is not busy among random ones; none if all are busy (§3.2.2). */
  private int otherPath(int before, int[] here, Packet packet, int to, long nowPs) {
    for (int sample = 0; sample < rules.samples(); sample++) {
      int path = draw(here, packet);
      if (path != before && !busy(to).contains(path, nowPs)) {
        return path;
      }
    }
    return NONE;
  }

  private int draw(int[] here, Packet packet) {
    int first = leaf.any(here, draws);
    int neighbor = cabling.neighbor(first);
    int[] behind = routes.nextPorts(neighbor, packet.flow().destination());
    int second = behind.length == 0 ? 0 : behind[draws.below(behind.length)] - cabling.firstPort(neighbor) + 1;
    return WeaveMarks.path(first - firstPort + 1, second);
  }

  private BusyPaths busy(int leaf) {
    int number = tiers.numberOf(leaf);
    BusyPaths known = busy[number];
    if (known == null) {
      known = new BusyPaths();
      busy[number] = known;
    }
    return known;
  }
}
