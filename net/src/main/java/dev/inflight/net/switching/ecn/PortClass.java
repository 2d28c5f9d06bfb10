package dev.inflight.net.switching.ecn;

import dev.inflight.telemetry.util.Check;
import org.jspecify.annotations.Nullable;

/**
 * Ports of switches, and a priority at them, for which ECN thresholds are: what SONiC says by binding a WRED profile to queues of ports
 * ({@code QUEUE|Ethernet0|3}). What is left open holds for all.
 *
 * @param rateBitsPerSec the rate of the ports' cables, in bit/s, above 0
 * @param side where the cables lead
 * @param tier the switches' tier, 1 next to hosts; {@link #ANY} for all
 * @param priority of packets, 1 to 7; {@link #ANY} for all
 */
public record PortClass(long rateBitsPerSec, Side side, int tier, int priority) implements Comparable<PortClass> {
  /** Where cables of a switch lead. */
  public enum Side {
    /** Anywhere. */
    ALL,
    /** To hosts. */
    HOSTS,
    /** To switches. */
    FABRIC,
    /** To switches of a higher tier, which are further from hosts. */
    UP,
    /** To switches of a lower tier. */
    DOWN;

    /** Whether what leads to the other side leads to this one too. */
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
      throw new IllegalArgumentException("rate " + rateBitsPerSec + " b/s is not above 0");
    }
    Check.check("tier", tier, ANY, MOST_TIERS);
    Check.check("priority", priority, ANY, MOST_PRIORITIES);
  }

  /** All ports of a rate, in bit/s, and all priorities. */
  public static PortClass ofRate(long rateBitsPerSec) {
    return new PortClass(rateBitsPerSec, Side.ALL, ANY, ANY);
  }

  /** Whether it is all ports of its rate, with all priorities. */
  public boolean isWide() {
    return side == Side.ALL && tier == ANY && priority == ANY;
  }

  /** Whether all that is of the other class is of this one too. */
  public boolean includes(PortClass other) {
    return rateBitsPerSec == other.rateBitsPerSec && side.includes(other.side) && (tier == ANY || tier == other.tier)
        && (priority == ANY || priority == other.priority);
  }

  /** What is of both classes; null when nothing can be. */
  public @Nullable PortClass common(PortClass other) {
    var narrow = new PortClass(rateBitsPerSec, side.includes(other.side) ? other.side : side, tier == ANY ? other.tier : tier,
        priority == ANY ? other.priority : priority);
    return includes(narrow) && other.includes(narrow) ? narrow : null;
  }

  /** The same ports with one priority, 1 to 7. */
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
