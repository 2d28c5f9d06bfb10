package dev.inflight.sim.change;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.net.topology.Topology;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cables between two nodes have a lower rate than they should. By default no node notices: routes stay, and so do all values that
 * depend on a cable's rate. If announced, the link was trained down, as a 400 Gb/s port that comes up at 200 Gb/s, and both ends
 * use that rate.
 *
 * @param atPs start, in picoseconds
 * @param ends the two nodes, or one way between them
 * @param rateBitsPerSec the rate at which ports send then, in bit/s, above 0 and below that of the cables
 * @param untilPs end, in picoseconds; {@link #NEVER}: none
 * @param announced true if telemetry, ECN thresholds and hosts use the rate meanwhile
 */
public record LinkDegraded(long atPs, LinkEnds ends, long rateBitsPerSec, long untilPs, boolean announced) implements LinkEvent {
  /** Checks the times and the rate. */
  public LinkDegraded {
    EventSpan.check(atPs, untilPs);
    if (rateBitsPerSec <= 0) {
      throw new IllegalArgumentException("rate must be above 0, found " + rateBitsPerSec + " bit/s");
    }
  }

  /** Makes an event that no node notices. */
  public LinkDegraded(long atPs, LinkEnds ends, long rateBitsPerSec, long untilPs) {
    this(atPs, ends, rateBitsPerSec, untilPs, false);
  }

  @Override
  public @Nullable String problem(Topology topology) {
    String missing = ends.problem(topology);
    if (missing != null) {
      return missing;
    }
    return problemOfRate(rateBitsPerSec, topology.links().stream().filter(link -> ends.are(link.a(), link.b())).toList(),
        topology);
  }

  /** Reason why a rate, in bit/s, is not below that of each of these cables; null if it is below. */
  public static @Nullable String problemOfRate(long rateBitsPerSec, List<Topology.Link> cables, Topology topology) {
    return cables.stream().filter(link -> link.rateBitsPerSec() <= rateBitsPerSec).findFirst()
        .map(link -> "a rate of " + gigabits(rateBitsPerSec) + " is not below that of the cable between "
            + topology.name(link.a()) + " and " + topology.name(link.b()) + ", " + gigabits(link.rateBitsPerSec()))
        .orElse(null);
  }

  /** Cables of a topology as this event announces them; none if it announces nothing. */
  public List<Topology.Link> announcedLinks(Topology topology) {
    return topology.links().stream().filter(link -> announced && ends.are(link.a(), link.b()))
        .map(link -> new Topology.Link(link.a(), link.b(), rateBitsPerSec, link.delayPs(), link.lossRate())).toList();
  }

  /** Cables of a topology, followed by those that some of these events announce. */
  public static List<Topology.Link> statedLinks(Topology topology, List<FabricEvent> events) {
    return Stream.concat(topology.links().stream(), events.stream().flatMap(
        event -> event instanceof LinkDegraded degraded ? degraded.announcedLinks(topology).stream() : Stream.empty())).toList();
  }

  private static String gigabits(long bitsPerSec) {
    return bitsPerSec / 1e9 + " Gb/s";
  }

  @Override
  public boolean changesRates() {
    return true;
  }

  @Override
  public boolean excludes(FabricEvent other) {
    return other instanceof LinkDegraded another && ends.overlap(another.ends);
  }

  @Override
  public void begin(FabricState fabric, long nowPs) {
    fabric.setRate(ends, rateBitsPerSec, announced);
  }

  @Override
  public void end(FabricState fabric, long nowPs) {
    fabric.setRate(ends, 0, announced);
  }
}
