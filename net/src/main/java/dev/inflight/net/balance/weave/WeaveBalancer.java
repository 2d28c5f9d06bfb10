package dev.inflight.net.balance.weave;

import dev.inflight.net.balance.BalancedSwitch;
import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Draws;
import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.balance.Tiers;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link ConWeave} at a switch: {@link WeaveDepartures} chooses the paths of packets that leave a leaf, and {@link WeaveArrivals}
 * orders them at the other one.
 */
final class WeaveBalancer extends Balancer {
  private final ConWeave rules;
  private final Tiers tiers;
  private final Draws draws;
  private final ReorderCounts counts = new ReorderCounts();
  private final int firstPort;
  private @Nullable BalancedSwitch at;
  private int signalBytes;
  private @Nullable WeaveDepartures departures; // made by the first packet, as switches above leaves have none
  private @Nullable WeaveArrivals arrivals;

  WeaveBalancer(ConWeave rules, Tiers tiers, Routes routes, int node, long seed) {
    super(routes, node);
    this.rules = rules;
    this.tiers = tiers;
    draws = new Draws(seed, node);
    firstPort = routes.cabling().firstPort(node);
  }

  @Override
  public void join(BalancedSwitch owner, int bytes) {
    at = owner;
    signalBytes = bytes;
  }

  @Override
  public @Nullable Port next(Packet packet, Port in) {
    if (endsHere(packet)) {
      return null;
    }
    int[] here = routes.nextPorts(packet, node);
    if (here.length == 0) {
      return null;
    }
    packet.hop++;
    Flow flow = packet.flow();
    boolean fromAbove = tiers.isAboveLeaves(in.far().node());
    int from = tiers.leafOf(packet.kind.forward ? flow.source() : flow.destination());
    int to = tiers.leafOf(packet.kind.forward ? flow.destination() : flow.source());
    if (!isBalanced(packet) || to == node || from < 0 || to < 0) {
      return byHash(packet, here);
    }
    if (from == node && !fromAbove) {
      return port(departures().leave(packet, here, to));
    }
    int second = firstPort + WeaveMarks.second(WeaveMarks.path(packet.overlay)) - 1;
    return !fromAbove && packet.overlay != 0 && isUsable(second, here) ? port(second) : byHash(packet, here);
  }

  private Port byHash(Packet packet, int[] here) {
    int hashed = routes.hashed(packet, here, node);
    return port(isUsable(hashed, here) ? hashed : any(here, draws));
  }

  @Override
  public boolean takes(Packet packet) {
    if (!endsHere(packet)) {
      return false;
    }
    departures().take(packet);
    at().end(packet);
    return true;
  }

  /** True if a packet is a signal to this leaf. */
  private boolean endsHere(Packet packet) {
    return packet.kind == Packet.Kind.PATH_SIGNAL && tiers.leafOf(packet.flow().source()) == node;
  }

  @Override
  public boolean keeps(Packet packet, Port out) {
    if (!isBalanced(packet) || packet.overlay == 0) {
      return false;
    }
    Flow flow = packet.flow();
    int from = tiers.leafOf(flow.source());
    return tiers.leafOf(flow.destination()) == node && from >= 0 && from != node && arrivals().take(packet, out);
  }

  private BalancedSwitch at() {
    if (at == null) {
      throw new IllegalStateException("the balancer of node " + node + " has joined no switch");
    }
    return at;
  }

  private WeaveDepartures departures() {
    if (departures == null) {
      departures = new WeaveDepartures(rules, this, tiers, routes, node, draws, counts);
    }
    return departures;
  }

  private WeaveArrivals arrivals() {
    if (arrivals == null) {
      arrivals = new WeaveArrivals(rules, at(), signalBytes, port(firstPort), counts);
    }
    return arrivals;
  }

  @Override
  public List<Packet> held() {
    return arrivals == null ? List.of() : arrivals.held();
  }

  @Override
  public ReorderCounts reorderCounts() {
    return counts;
  }
}
