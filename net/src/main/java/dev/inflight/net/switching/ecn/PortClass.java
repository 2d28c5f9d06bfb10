package dev.inflight.net.switching.ecn;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Ports of switches, and a priority at them, to which ECN thresholds apply: as in SONiC the binding of a WRED profile to queues
 * of ports ({@code QUEUE|Ethernet0|3}). Open parts match everything.
 *
 * @param rateBitsPerSec the rate of the ports' cables, in bit/s, above 0
 * @param side destination of their cables
 * @param tier the switches' tier, 1 next to hosts; {@link #ANY} for all
 * @param priority priority of packets, 1 to 7; {@link #ANY} for all
 */
public record PortClass(long rateBitsPerSec, Side side, int tier, int priority) implements Comparable<PortClass> {
  /** Destination of a switch's cables. */
  public enum Side {
    /** Anywhere. */
    ALL,
    /** Cables to hosts. */
    HOSTS,
    /** Cables to switches. */
    FABRIC,
    /** Cables to switches of a higher tier, which are further from hosts. */
    UP,
    /** Cables to switches of a lower tier. */
    DOWN;

    /** True if all cables to the other side lead to this one too. */
    boolean includes(Side other) {
      return this == ALL || this == other || this == FABRIC && (other == UP || other == DOWN);
    }
  }

  /** All tiers, or all priorities. */
  public static final int ANY = 0;
  /** The highest tier that can be named. */
  public static final int MOST_TIERS = 16;
  /** The highest priority. */
  public static final int MOST_PRIORITIES = 7;

  /** Checks the ranges. */
  public PortClass {
    if (rateBitsPerSec <= 0) {
      throw new IllegalArgumentException("rate must be above 0, found " + rateBitsPerSec + " b/s");
    }
    Check.check("tier", tier, ANY, MOST_TIERS);
    Check.check("priority", priority, ANY, MOST_PRIORITIES);
  }

  /** Makes the class of all ports of a rate, in bit/s, and all priorities. */
  public static PortClass ofRate(long rateBitsPerSec) {
    return new PortClass(rateBitsPerSec, Side.ALL, ANY, ANY);
  }

  /** True if the class consists of all ports of its rate, with all priorities. */
  public boolean isWide() {
    return side == Side.ALL && tier == ANY && priority == ANY;
  }

  /** True if this class contains all ports and priorities of the other. */
  public boolean includes(PortClass other) {
    return rateBitsPerSec == other.rateBitsPerSec && side.includes(other.side) && (tier == ANY || tier == other.tier)
        && (priority == ANY || priority == other.priority);
  }

  /** Returns the intersection of both classes; null if it is empty. */
  public @Nullable PortClass common(PortClass other) {
    var narrow = new PortClass(rateBitsPerSec, side.includes(other.side) ? other.side : side, tier == ANY ? other.tier : tier,
        priority == ANY ? other.priority : priority);
    return includes(narrow) && other.includes(narrow) ? narrow : null;
  }

  /** Returns the class of the same ports with one priority, 1 to 7. */
  PortClass of(int onePriority) {
    return new PortClass(rateBitsPerSec, side, tier, onePriority);
  }

  @Override
  public int compareTo(PortClass other) {
    int byRate = Long.compare(rateBitsPerSec, other.rateBitsPerSec);
    int bySide = byRate == 0 ? side.compareTo(other.side) : byRate;
    int byTier = bySide == 0 ? tier - other.tier : bySide;
    return byTier == 0 ? priority - other.priority : byTier;
  }
}
