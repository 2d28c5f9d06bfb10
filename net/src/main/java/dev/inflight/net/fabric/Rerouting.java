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

/** Changes the routes of nodes when cables fail or come back: at once, or after the delay of failure detection. */
public final class Rerouting {
  /** Schedules an action, for a time at which no part of the fabric runs. */
  public interface Later {
    /**
     * Schedules an action.
     *
     * @param atPs time of the action, in picoseconds
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
  /** The cables as their ends know them; the cables themselves if changes are visible at once. */
  private Cabling known;
  /** Number of the last change of each port's cable. */
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
   * Sets further effects and delays of changes; before the first change.
   *
   * @param whenChanged called whenever some node changes its routes
   * @param howLate delays of detection
   * @param doesLater schedules actions
   */
  public void by(Runnable whenChanged, RerouteDelays howLate, Later doesLater) {
    routesChanged = whenChanged;
    delays = howLate;
    later = doesLater;
    known = howLate.areNone() ? cabling : cabling.copy();
  }

  /** Processes failed or recovered cables, given the ports of both ends. */
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

  /** Informs both ends of the changes of their cables that have not been undone. */
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
