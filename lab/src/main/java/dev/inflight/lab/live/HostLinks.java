package dev.inflight.lab.live;

import dev.inflight.lab.live.machine.FabricNamespaces;
import dev.inflight.lab.live.machine.HostNetwork;
import dev.inflight.lab.live.machine.Ip;
import dev.inflight.live.os.LinkEvents;
import dev.inflight.net.event.Event;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Makes hosts whole again whose interface was down: with it, the kernel drops their routes over it, its neighbours, and its IPv6 address. Looks ten times
 * a second. {@code ip} runs in a thread of its own, as the switches must not wait for it.
 */
final class HostLinks extends Event implements AutoCloseable {
  private static final long PERIOD_PS = 100_000_000_000L;

  private final int[] hosts;
  private final Cabling cabling;
  private final FabricNamespaces namespaces;
  private final Timeline timeline;
  private final PrintStream err;
  private final List<LinkEvents> events = new ArrayList<>();
  private final ExecutorService worker = Executors
      .newSingleThreadExecutor(Thread.ofPlatform().name("host links").daemon().factory());

  HostLinks(Topology topology, FabricNamespaces namespaces, Timeline timeline, PrintStream err) {
    hosts = topology.hosts();
    cabling = new Cabling(topology);
    this.namespaces = namespaces;
    this.timeline = timeline;
    this.err = err;
    key = Long.MAX_VALUE - 5;
  }

  /** Looks from now on. */
  void begin() {
    for (int host : hosts) {
      events.add(new LinkEvents(namespaces.of(host)));
    }
    timeline.schedule(this, PERIOD_PS);
  }

  @Override
  public void fire() {
    for (int at = 0; at < hosts.length; at++) {
      if (events.get(at).haveCome()) {
        int host = hosts[at];
        worker.execute(() -> restore(host));
      }
    }
    timeline.schedule(this, timePs + PERIOD_PS);
  }

  private void restore(int host) {
    try {
      HostNetwork.restore(host, cabling, namespaces.of(host));
    } catch (Ip.Failure failed) {
      err.println("inflight: host " + namespaces.of(host) + " is not whole after a change of its links: " + failed.getMessage());
    }
  }

  /** Ends the thread; what is under way ends before. */
  @Override
  public void close() {
    worker.close();
    events.forEach(LinkEvents::close);
  }
}
