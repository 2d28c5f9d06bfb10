package dev.inflight.lab.explain.route;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.run.CableLog;
import dev.inflight.sim.change.run.CableLog.CableChange;
import dev.inflight.sim.change.FabricEvent;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Times at which cables were down, and at which hosts therefore had no route to each other. */
public final class Outages {
  /**
   * Span of time.
   *
   * @param fromPs start, in picoseconds
   * @param toPs end, in picoseconds
   */
  public record Span(long fromPs, long toPs) {
  }

  private record Ends(int one, int other) {
    static Ends of(int one, int other) {
      return new Ends(Math.min(one, other), Math.max(one, other));
    }

    static Ends of(CableChange change) {
      return of(change.ends().a(), change.ends().b());
    }
  }

  /** Hosts do not forward. */
  private static final List<Topology.Link> NONE = List.of();

  private final Topology topology;
  private final List<CableChange> events;

  /**
   * Creates the outages from the events of a setup.
   *
   * @param laterPs time, in picoseconds, after a cable comes back, until all nodes use routes over it
   */
  public Outages(Topology topology, List<FabricEvent> events, long laterPs) {
    this.topology = topology;
    this.events = CableLog.of(topology, events).stream()
        .map(change -> change.up() ? new CableChange(change.atPs() + laterPs, change.ends(), true) : change)
        .sorted(Comparator.comparingLong(CableChange::atPs)).toList();
  }

  /** Reports whether no cable is ever down. */
  public boolean areNone() {
    return events.isEmpty();
  }

  /** Last event in a span of time; null when there was none. */
  @Nullable
  CableChange lastBetween(long fromPs, long toPs) {
    return events.stream().filter(event -> event.atPs() >= fromPs && event.atPs() < toPs).reduce((_, later) -> later)
        .orElse(null);
  }

  /** First of these ports with a cable that was down at some time of a span; null when none was. */
  public @Nullable Port during(Collection<Port> ports, long fromPs, long toPs) {
    for (Port one : ports) {
      long down = downPs(one, toPs);
      if (down >= 0 && upPs(one, down) > fromPs) {
        return one;
      }
    }
    return null;
  }

  /** Time at which the cable of a port last went down before a time, in picoseconds; -1 when it never did. */
  public long downPs(Port port, long beforePs) {
    return events.stream().filter(event -> !event.up() && joins(event, port) && event.atPs() < beforePs)
        .mapToLong(CableChange::atPs).max().orElse(-1);
  }

  private long upPs(Port port, long afterPs) {
    return events.stream().filter(event -> event.up() && joins(event, port) && event.atPs() > afterPs)
        .mapToLong(CableChange::atPs).min().orElse(Long.MAX_VALUE);
  }

  private static boolean joins(CableChange event, Port port) {
    return event.ends().are(port.node(), port.far().node());
  }

  /** First part of a span in which no route led from one host to another; null when one always did. */
  public @Nullable Span withoutRoute(int source, int destination, long fromPs, long toPs) {
    var down = new HashSet<Ends>();
    long sincePs = -1;
    for (int number = 0; number < events.size() && events.get(number).atPs() < toPs; number++) {
      CableChange event = events.get(number);
      if (event.up()) {
        down.remove(Ends.of(event));
      } else {
        down.add(Ends.of(event));
      }
      if (isLastOfItsTime(number)) {
        boolean hasRoute = isJoined(source, destination, down);
        if (hasRoute && sincePs >= 0 && event.atPs() > fromPs) {
          return new Span(Math.max(fromPs, sincePs), event.atPs());
        }
        sincePs = hasRoute ? -1 : sincePs >= 0 ? sincePs : event.atPs();
      }
    }
    return sincePs < 0 ? null : new Span(Math.max(fromPs, sincePs), toPs);
  }

  private boolean isLastOfItsTime(int number) {
    return number + 1 == events.size() || events.get(number + 1).atPs() > events.get(number).atPs();
  }

  private boolean isJoined(int source, int destination, Set<Ends> down) {
    var seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(source));
    seen.set(source);
    while (!open.isEmpty()) {
      int node = open.remove();
      for (Topology.Link link : node == source || topology.isSwitch(node) ? topology.linksOfNodes().get(node) : NONE) {
        int next = link.a() == node ? link.b() : link.a();
        if (!seen.get(next) && !down.contains(Ends.of(link.a(), link.b()))) {
          seen.set(next);
          open.add(next);
        }
      }
    }
    return seen.get(destination);
  }
}
