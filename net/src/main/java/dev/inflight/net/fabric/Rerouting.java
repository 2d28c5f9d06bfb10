package dev.inflight.net.fabric;

import dev.inflight.net.host.Host;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.route.Routes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Has nodes find other routes when cables fail or come back: at once, or as late as they learn of it. */
public final class Rerouting {
  /** Does something later, while all parts of the fabric stand still. */
  public interface Later {
    /**
     * Does it.
     *
     * @param atPs when, in picoseconds
     * @param action takes the time
     */
    void at(long atPs, LongConsumer action);
  }

  private final Cabling cabling;
  private final Routes routes;
  private final List<Host> hosts;
  private Runnable routesChanged = () -> {
  };
  private RerouteDelays delays = RerouteDelays.NONE;
  private @Nullable Later later;
  /** The cables as their ends know them; those themselves where all know at once. */
  private Cabling known;
  /** Of each port the number of its cable's last change. */
  private final Map<Integer, Integer> lastChange = new HashMap<>();
  private int changes;
  private int version;

  Rerouting(Cabling cabling, Routes routes, List<Host> hosts) {
    this.cabling = cabling;
    this.routes = routes;
    this.hosts = hosts;
    known = cabling;
  }

  /**
   * Sets what else happens, and when; before anything changes.
   *
   * @param whenChanged is called whenever some node goes by other routes
   * @param howLate how long it takes
   * @param doesLater has things happen then
   */
  public void by(Runnable whenChanged, RerouteDelays howLate, Later doesLater) {
    routesChanged = whenChanged;
    delays = howLate;
    later = doesLater;
    known = howLate.areNone() ? cabling : cabling.copy();
  }

  /** The cables of these ports, of both ends, have failed or come back. */
  void changed(int[] ports, long nowPs) {
    if (later == null || delays.areNone()) {
      routes.recompute();
      chooseAgain(nowPs);
      return;
    }
    int number = ++changes;
    Arrays.stream(ports).forEach(port -> lastChange.put(port, number));
    at(nowPs + delays.detectionPs(), nowPs,
        atPs -> noticed(Arrays.stream(ports).filter(port -> lastChange.getOrDefault(port, 0) == number).toArray(), atPs));
  }

  private void at(long atPs, long nowPs, LongConsumer action) {
    if (atPs == nowPs || later == null) {
      action.accept(nowPs);
    } else {
      later.at(atPs, action);
    }
  }

  /** Both ends know of what has happened to their cables and has not been undone. */
  private void noticed(int[] ports, long nowPs) {
    int[] others = Arrays.stream(ports).filter(port -> known.isUp(port) != cabling.isUp(port)).toArray();
    if (others.length == 0) {
      return;
    }
    int now = ++version;
    for (int port : others) {
      boolean up = cabling.isUp(port);
      known.setUp(port, up);
      if (!up) {
        routes.avoid(port, now);
      }
    }
    Routes.Look look = routes.look(known, now);
    Map<Long, int[]> nodesByDelay = IntStream.range(0, cabling.nodes()).boxed()
        .collect(Collectors.groupingBy(delays::convergencePs, TreeMap::new,
            Collectors.collectingAndThen(Collectors.toList(), list -> list.stream().mapToInt(node -> node).toArray())));
    if (!nodesByDelay.containsKey(0L)) {
      chooseAgain(nowPs);
    }
    nodesByDelay.forEach((delayPs, nodes) -> at(nowPs + delayPs, nowPs, atPs -> {
      routes.adopt(nodes, look);
      chooseAgain(atPs);
    }));
  }

  private void chooseAgain(long nowPs) {
    for (Host host : hosts) {
      host.rerouteAll(nowPs);
    }
    routesChanged.run();
  }
}
