package dev.inflight.sim;

import dev.inflight.net.event.Event;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.setup.LinkEvent;

/** A cable fails or is repaired. */
final class LinkChange extends Event {
  private final LinkEvent change;
  private final Fabric fabric;
  private final AllTraffic traffic;
  private final RankCollectives others;

  LinkChange(LinkEvent change, Fabric fabric, AllTraffic traffic, RankCollectives others) {
    this.others = others;
    this.change = change;
    this.fabric = fabric;
    this.traffic = traffic;
    key = Long.MIN_VALUE; // before the flows that start at the same time, and all else
  }

  @Override
  public void fire() {
    fabric.setLink(change.a(), change.b(), change.up(), timePs, others::most);
    traffic.routesChanged();
  }
}
