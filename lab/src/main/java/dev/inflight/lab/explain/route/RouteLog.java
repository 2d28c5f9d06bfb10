package dev.inflight.lab.explain.route;

import dev.inflight.net.link.Port;
import dev.inflight.sim.change.run.CableLog.CableChange;
import java.util.ArrayList;
import java.util.List;

/** How a flow's way through the switches changed after cables failed or came back. */
public final class RouteLog {
  /** A way that fewer packets in a row took is one of many that packets take by turns. */
  private static final int PACKETS_OF_A_ROUTE = 4;

  /**
   * A change of the way.
   *
   * @param sincePs when the first packet had come the new way, in picoseconds since the flow's start
   * @param before the ports of switches on the old way
   * @param after those on the new way
   * @param because what happened to a cable shortly before
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
   * Of a flow that starts then.
   *
   * @param switchesChoose whether switches choose its way anew all the time, so that no cable need be the reason for another one
   */
  public RouteLog(long startPs, Outages outages, boolean switchesChoose) {
    this.startPs = startPs;
    this.outages = outages;
    this.switchesChoose = switchesChoose;
  }

  /**
   * A packet leaves the last port of its way.
   *
   * @param departedPs when it left its host
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

  /** All changes, the first one first. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
