package dev.inflight.lab.explain.route;

import dev.inflight.net.link.Port;
import dev.inflight.sim.change.run.CableLog.CableChange;
import java.util.ArrayList;
import java.util.List;

/** Log of the changes of a flow's path through the switches after cables failed or came back. */
public final class RouteLog {
  /** Fewest consecutive packets that establish a path; with fewer, packets take several paths in turn. */
  private static final int PACKETS_OF_A_ROUTE = 4;

  /**
   * Change of the path.
   *
   * @param sincePs time by which the first packet had taken the new path, in picoseconds since the flow's start
   * @param before ports of switches on the old path
   * @param after ports of switches on the new path
   * @param because change of a cable shortly before
   */
  public record Change(long sincePs, List<Port> before, List<Port> after, CableChange because) {
  }

  private final long startPs;
  private final Outages outages;
  private final boolean switchesChoose;
  private final List<Change> changes = new ArrayList<>();
  private List<Port> now = List.of();
  private int packets;
  private long lastDepartedPs;

  /**
   * Creates the log for a flow that starts at this time.
   *
   * @param switchesChoose true if switches choose a path for each packet or flowlet, so that a change may have no cable as its
   *   reason
   */
  public RouteLog(long startPs, Outages outages, boolean switchesChoose) {
    this.startPs = startPs;
    this.outages = outages;
    this.switchesChoose = switchesChoose;
  }

  /**
   * Records that a packet leaves the last port of its path.
   *
   * @param departedPs time at which the packet left its host, in picoseconds
   */
  public void arrived(List<Port> way, long departedPs, long nowPs) {
    if (outages.areNone() || switchesChoose) {
      return;
    }
    if (!way.equals(now)) {
      CableChange event = packets >= PACKETS_OF_A_ROUTE ? outages.lastBetween(lastDepartedPs, nowPs) : null;
      if (event != null) {
        changes.add(new Change(nowPs - startPs, now, way, event));
      }
      now = way;
      packets = 0;
    }
    packets++;
    lastDepartedPs = departedPs;
  }

  /** Returns all changes, in order of time. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
