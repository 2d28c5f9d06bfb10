package dev.inflight.livetools.live;

import dev.inflight.livetools.live.machine.HostNetwork;
import dev.inflight.livetools.live.machine.Ip;
import dev.inflight.live.os.LinkEvents;
import dev.inflight.live.os.OsException;
import dev.inflight.net.event.Event;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.loop.Timeline;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Event that restores hosts after an interface was down, because the kernel then drops its routes, its neighbors, and its IPv6
 * address. It checks ten times a second. {@code ip} runs in a separate thread, because the switches must not wait for it.
 */
final class HostLinks extends Event implements AutoCloseable {
  private static final long PERIOD_PS = 100_000_000_000L;

  private final int[] hosts;
  private final Cabling cabling;
  private final IntFunction<String> namespaces;
  private final Timeline timeline;
  private final PrintStream err;
  private final Function<String, LinkEvents> listens;
  /** Sockets by host; those that fail are removed. */
  private final Map<Integer, LinkEvents> events = new LinkedHashMap<>();
  private final ExecutorService worker = Executors
      .newSingleThreadExecutor(Thread.ofPlatform().name("host links").daemon().factory());

  /**
   * Creates the event for the hosts of a fabric.
   *
   * @param namespaces namespace of each host
   * @param listens opener of the socket that reports changes in a namespace
   */
  HostLinks(Topology topology, IntFunction<String> namespaces, Timeline timeline, PrintStream err,
      Function<String, LinkEvents> listens) {
    hosts = topology.hosts();
    cabling = new Cabling(topology);
    this.namespaces = namespaces;
    this.timeline = timeline;
    this.err = err;
    this.listens = listens;
    key = Long.MAX_VALUE - 5;
  }

  /** Starts the checks. */
  void begin() {
    for (int host : hosts) {
      events.put(host, listens.apply(namespaces.apply(host)));
    }
    timeline.schedule(this, PERIOD_PS);
  }

  @Override
  public void fire() {
    for (int host : hosts) {
      LinkEvents ofHost = events.get(host);
      if (ofHost != null && haveCome(host, ofHost)) {
        worker.execute(() -> restore(host));
      }
    }
    timeline.schedule(this, timePs + PERIOD_PS);
  }

  /** True if a host's interfaces have changed. A failed socket ends only the watch of its host: the fabric continues. */
  private boolean haveCome(int host, LinkEvents ofHost) {
    try {
      return ofHost.haveCome();
    } catch (OsException failed) {
      events.remove(host);
      ofHost.close();
      err.println("inflight: warning: host " + namespaces.apply(host) + " is no longer restored after a change of its links: "
          + failed.getMessage());
      return false;
    }
  }

  private void restore(int host) {
    try {
      HostNetwork.restore(host, cabling, namespaces.apply(host));
    } catch (Ip.Failure failed) {
      err.println(
          "inflight: host " + namespaces.apply(host) + " is not fully configured after a change of its links: "
              + failed.getMessage());
    }
  }

  /** Ends the thread after the current work. */
  @Override
  public void close() {
    worker.close();
    events.values().forEach(LinkEvents::close);
  }
}
