package dev.inflight.net.fabric;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.HostContext;
import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.LongQueues;
import dev.inflight.net.switching.Switch;
import dev.inflight.telemetry.PortSnapshot;
import java.util.List;

/**
 * A part of a fabric: nodes with their events in one loop, and so in one thread, and their common state. Parts share no state:
 * counters are summed at the end, and packets between parts are handed over.
 */
public final class Part {
  private final EventLoop loop;
  private final List<HostContext> hosts;
  private final Switch.Shared switches;

  Part(EventLoop loop, Observer observer, ClassRules rules, Routes routes) {
    this.loop = loop;
    var pool = new PacketPool(rules.roomBytes());
    hosts = rules.contexts(routes, pool, observer);
    switches = new Switch.Shared(pool, observer, new LongQueues(), new PortSnapshot());
  }

  /** Loop that runs its events. */
  public EventLoop loop() {
    return loop;
  }

  /** Common state of its hosts, by class of flow. */
  List<HostContext> hosts() {
    return hosts;
  }

  Switch.Shared switches() {
    return switches;
  }

  /** Pool of its packets. */
  public PacketPool pool() {
    return switches.pool();
  }

  /** Counters of its hosts. */
  public HostCounters counters() {
    return hosts.getFirst().counters();
  }

  /** Ports of the part with long queues. */
  public LongQueues watch() {
    return switches.watch();
  }
}
