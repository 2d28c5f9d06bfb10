package dev.inflight.lab.explain;

import dev.inflight.net.link.Port;
import dev.inflight.sim.setup.LinkEvent;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When cables were down. */
final class Outages {
  private final List<LinkEvent> events;

  Outages(List<LinkEvent> events) {
    this.events = events.stream().sorted((one, other) -> Long.compare(one.atPs(), other.atPs())).toList();
  }

  /** The first of these ports whose cable was down at some time of a span; null when none was. */
  @Nullable
  PathPort during(Collection<PathPort> ports, long fromPs, long toPs) {
    for (PathPort one : ports) {
      long down = downPs(one.port, toPs);
      if (down >= 0 && upPs(one.port, down) > fromPs) {
        return one;
      }
    }
    return null;
  }

  /** When the cable of a port went down for the last time before; -1 when it never did. */
  long downPs(Port port, long beforePs) {
    return events.stream().filter(event -> !event.up() && joins(event, port) && event.atPs() < beforePs)
        .mapToLong(LinkEvent::atPs).max().orElse(-1);
  }

  /** When it came back after; the end of time when it did not. */
  long upPs(Port port, long afterPs) {
    return events.stream().filter(event -> event.up() && joins(event, port) && event.atPs() > afterPs).mapToLong(LinkEvent::atPs)
        .min().orElse(Long.MAX_VALUE);
  }

  private static boolean joins(LinkEvent event, Port port) {
    int one = port.node();
    int other = port.far().node();
    return event.a() == one && event.b() == other || event.a() == other && event.b() == one;
  }
}
