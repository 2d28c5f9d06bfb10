package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Draws;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link Conga} at a switch: a leaf chooses, and leaves and spines write the load of the path into packets. */
final class CongaBalancer extends Balancer {
  private static final int NONE = -1;

  private final Conga rules;
  private final Tiers tiers;
  private final Draws draws;
  private final FlowletTable flowlets;
  private final int firstPort;
  private final @Nullable LinkLoad[] loads; // by position at the switch
  private final Map<Integer, PathTable> tables = new HashMap<>(); // by the other leaf

  CongaBalancer(Conga rules, Tiers tiers, Routes routes, int node, long seed) {
    super(routes, node);
    this.rules = rules;
    this.tiers = tiers;
    draws = new Draws(seed, node);
    flowlets = new FlowletTable(rules.gapPs(), rules.entries(), seed, node);
    Cabling cabling = routes.cabling();
    firstPort = cabling.firstPort(node);
    loads = new LinkLoad[cabling.firstPort(node + 1) - firstPort];
  }

  @Override
  public @Nullable Port next(Packet packet, Port in) {
    int[] here = routes.nextPorts(packet, node);
    if (here.length == 0) {
      return null;
    }
    packet.hop++;
    Flow flow = packet.flow();
    int from = tiers.leafOf(packet.kind.forward ? flow.source() : flow.destination());
    int to = tiers.leafOf(packet.kind.forward ? flow.destination() : flow.source());
    boolean fromSpine = tiers.isAboveLeaves(in.far().node());
    if (to == node) {
      if (fromSpine && from >= 0) {
        take(packet, table(from));
      }
      return port(routes.hashed(packet, here, node));
    }
    if (from == node && !fromSpine && to >= 0) {
      return leave(packet, here, to);
    }
    int hashed = routes.hashed(packet, here, node);
    Port out = port(isUsable(hashed, here) ? hashed : any(here, draws));
    packet.overlay = Overlay.atLeast(packet.overlay, load(out, packet.timePs));
    return out;
  }

  /** Handles a packet from another leaf. */
  private void take(Packet packet, PathTable from) {
    int tag = Overlay.tag(packet.overlay);
    if (tag > 0) {
      from.came(tag, Overlay.metric(packet.overlay));
    }
    int reported = Overlay.reportedTag(packet.overlay);
    if (reported > 0) {
      from.reported(reported, Overlay.reportedMetric(packet.overlay), packet.timePs);
    }
  }

  /** Chooses the port of a packet for another leaf. */
  private Port leave(Packet packet, int[] here, int to) {
    PathTable table = table(to);
    int chosen;
    if (isBalanced(packet)) {
      chosen = flowlets.find(packet);
      if (!isUsable(chosen, here)) {
        chosen = leastBusy(here, table, flowlets.before(), packet.timePs);
        flowlets.take(chosen);
      }
    } else {
      chosen = routes.hashed(packet, here, node);
      chosen = isUsable(chosen, here) ? chosen : any(here, draws);
    }
    Port out = port(chosen);
    int report = table.nextReport();
    packet.overlay = Overlay.of(out.number(), load(out, packet.timePs), report, report == 0 ? 0 : table.metricBack(report));
    return out;
  }

  /** Returns, among the least busy ports, the former one if it is among them, otherwise any (§3.5). */
  private int leastBusy(int[] here, PathTable table, int before, long nowPs) {
    int least = Integer.MAX_VALUE;
    int alike = 0;
    int chosen = NONE;
    for (int each : here) {
      Port port = port(each);
      if (!port.isUp()) {
        continue;
      }
      int busy = Math.max(load(port, nowPs), table.metric(port.number(), nowPs, rules.agePs()));
      if (busy < least) {
        least = busy;
        alike = 0;
      }
      if (busy == least) {
        alike++;
        boolean preferred = each == before;
        if (preferred || chosen == NONE || alike == 1 || chosen != before && draws.below(alike) == 0) {
          chosen = each;
        }
      }
    }
    return chosen == NONE ? any(here, draws) : chosen;
  }

  private int load(Port port, long nowPs) {
    int position = port.index() - firstPort;
    LinkLoad load = loads[position];
    if (load == null) {
      load = new LinkLoad(port, rules);
      loads[position] = load;
    }
    return load.metric(nowPs);
  }

  private PathTable table(int leaf) {
    PathTable known = tables.get(leaf);
    if (known == null) {
      known = new PathTable(loads.length);
      tables.put(leaf, known);
    }
    return known;
  }
}
