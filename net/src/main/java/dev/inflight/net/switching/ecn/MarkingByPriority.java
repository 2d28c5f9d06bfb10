package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;
import org.jspecify.annotations.Nullable;

/** A rule for each priority of a port. */
final class MarkingByPriority implements EcnMarking {
  private final @Nullable EcnMarking[] rules;

  /** Rules by priority; none for those of which no packet is marked. */
  MarkingByPriority(@Nullable EcnMarking[] rules) {
    this.rules = rules;
  }

  @Override
  public EcnMarker marker(MarkingRandom random, long rateBitsPerSec) {
    @Nullable
    EcnMarker[] markers = new EcnMarker[rules.length];
    for (int priority = 0; priority < markers.length; priority++) {
      EcnMarking rule = rules[priority];
      markers[priority] = rule == null ? null : rule.marker(random, rateBitsPerSec);
    }
    return new Markers(markers);
  }

  private static final class Markers extends EcnMarker {
    private final @Nullable EcnMarker[] byPriority;

    Markers(@Nullable EcnMarker[] byPriority) {
      this.byPriority = byPriority;
    }

    @Override
    public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
      EcnMarker marker = byPriority[queue];
      return marker != null && marker.marks(packet, queue, behindBytes, nowPs);
    }
  }
}
