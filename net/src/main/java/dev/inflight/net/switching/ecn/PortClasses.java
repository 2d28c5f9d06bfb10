package dev.inflight.net.switching.ecn;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.server.SwitchTiers;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Classes of a topology's switch ports, and the choice among classes with thresholds: the narrowest that contains the port. */
public final class PortClasses {
  private final Topology topology;
  private @Nullable SwitchTiers tiers; // found when a class first needs them

  /** Makes the classes of a topology. */
  public PortClasses(Topology topology) {
    this.topology = topology;
  }

  /**
   * The narrowest class that a port is of, for all priorities.
   *
   * @param node the switch
   * @param peer the other end of its cable
   * @param rateBitsPerSec rate of the cable, in bit/s, above 0
   */
  public PortClass of(int node, int peer, long rateBitsPerSec) {
    int tier = tier(node);
    if (!topology.isSwitch(peer)) {
      return new PortClass(rateBitsPerSec, PortClass.Side.HOSTS, tier, PortClass.ANY);
    }
    int further = Integer.compare(tier(peer), tier);
    PortClass.Side side = further > 0 ? PortClass.Side.UP : further < 0 ? PortClass.Side.DOWN : PortClass.Side.FABRIC;
    return new PortClass(rateBitsPerSec, side, tier, PortClass.ANY);
  }

  /**
   * Tier of a node: none for switches inside servers and unreachable ones; tiers above the highest with a name count as that one.
   */
  private int tier(int node) {
    SwitchTiers found = tiers;
    if (found == null) {
      found = new SwitchTiers(topology);
      tiers = found;
    }
    return Math.clamp(found.of(node), PortClass.ANY, PortClass.MOST_TIERS);
  }

  /**
   * Returns the marking at a port; null without one.
   *
   * @param rules rules by class; of two that contain the same port and priority, one is narrower, or a third one is narrower than
   * both
   * @return null when nothing does
   */
  public @Nullable EcnMarking marking(Map<PortClass, ? extends EcnMarking> rules, int node, int peer, long rateBitsPerSec) {
    EcnMarking wide = rules.get(PortClass.ofRate(rateBitsPerSec));
    boolean onlyWide = rules.keySet().stream().allMatch(one -> one.isWide() || one.rateBitsPerSec() != rateBitsPerSec);
    if (onlyWide) {
      return wide;
    }
    PortClass port = of(node, peer, rateBitsPerSec);
    @Nullable
    EcnMarking[] byPriority = new EcnMarking[PortClass.MOST_PRIORITIES + 1];
    for (int priority = 1; priority < byPriority.length; priority++) {
      PortClass narrowest = narrowest(rules, port.of(priority));
      byPriority[priority] = narrowest == null ? null : rules.get(narrowest);
    }
    return new MarkingByPriority(byPriority);
  }

  private static @Nullable PortClass narrowest(Map<PortClass, ? extends EcnMarking> rules, PortClass at) {
    var holding = new TreeSet<PortClass>();
    rules.keySet().stream().filter(rule -> rule.includes(at)).forEach(holding::add);
    return holding.stream().filter(one -> holding.stream().allMatch(other -> other.includes(one))).findFirst().orElseGet(() -> {
      if (!holding.isEmpty()) {
        throw new IllegalArgumentException("of the ECN thresholds for " + holding + " none are narrower than the others");
      }
      return null;
    });
  }
}
