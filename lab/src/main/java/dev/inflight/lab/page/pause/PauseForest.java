package dev.inflight.lab.page.pause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds causes of pauses while they are read in order of time, and keeps sums only.
 * <p>A PFC frame that arrives at a port comes from the node at the other end of its cable, because frames of this port wait there. They may
 * wait for a port of that node that is paused too. So the cause of a pause is one of the pauses of the node that sent it, of the same
 * priority, that started before it and has not ended: the last of them that leads on along a shortest path to some host. Frames cannot wait
 * on another path, so a chain of causes has no more links than the fabric's diameter. Without a cause the node was congested by itself, and
 * is a root.
 * <p>Memory: an open pause has an object; of those that ended, branches are kept, each of one chain of ports, {@value #MOST_BRANCHES} at
 * most.
 */
public final class PauseForest {
  private static final int MOST_BRANCHES = 200_000;

  /** A priority of a port. */
  private record Lane(PausedPort port, long priority) {
  }

  /**
   * A node that was congested by itself, in one priority; a pause of one priority holds up nothing in another.
   *
   * @param node the node
   * @param priority the priority
   */
  public record Root(long node, long priority) {
  }

  /** Hosts that a root paused at a time, by its first pause and all pauses that this caused. */
  private static final class Episode {
    private final Set<PausedPort> hostPorts = new HashSet<>();
    private int lasting;
  }

  /** A pause that lasts, or that caused one that lasts. */
  private record Lasting(PausedPort port, double fromNs, BitSet destinations, int hops, PauseBranch branch, Episode episode) {
  }

  private final FabricWays ways;
  private final Map<Lane, Lasting> lasting = new LinkedHashMap<>();
  /** Open pauses by the node that was paused, in order of their starts. */
  private final Map<Root, List<Lasting>> ofNode = new HashMap<>();
  private final Map<Root, PauseBranch> roots = new HashMap<>();
  private final NavigableMap<Double, Long> suppressed = new TreeMap<>();
  private final List<List<PausedPort>> deadlocks = new ArrayList<>();
  private long[] depths = new long[0];
  private int branches;
  private long unnamed;

  /** A forest of a fabric. */
  public PauseForest(FabricWays ways) {
    this.ways = ways;
  }

  /** A port is paused; one that is paused already remains paused. Times never decrease from call to call. */
  public void pause(PausedPort port, long priority, double nowNs) {
    var lane = new Lane(port, priority);
    if (lasting.containsKey(lane)) {
      return;
    }
    BitSet leads = ways.beyond(port.node(), port.peer());
    Lasting cause = cause(port, priority, nowNs, leads);
    Lasting lastingPause;
    if (cause == null) {
      PauseBranch root = roots.computeIfAbsent(new Root(port.peer(), priority), _ -> new PauseBranch(null));
      lastingPause = new Lasting(port, nowNs, leads, 1, branch(root, port), new Episode());
    } else {
      var both = (BitSet) leads.clone();
      both.and(cause.destinations);
      lastingPause = new Lasting(port, nowNs, both, cause.hops + 1, branch(cause.branch, port), cause.episode);
    }
    lastingPause.episode.lasting++;
    if (port.hostBitsPerSec() > 0) {
      lastingPause.episode.hostPorts.add(port);
    }
    if (lastingPause.hops > depths.length) {
      depths = Arrays.copyOf(depths, lastingPause.hops);
    }
    depths[lastingPause.hops - 1]++;
    lasting.put(lane, lastingPause);
    ofNode.computeIfAbsent(new Root(port.node(), priority), _ -> new ArrayList<>()).add(lastingPause);
  }

  private @Nullable Lasting cause(PausedPort port, long priority, double nowNs, BitSet leads) {
    if (ways.isHost(port.peer())) {
      return null; // a slow host: it forwards nothing
    }
    List<Lasting> candidates = ofNode.getOrDefault(new Root(port.peer(), priority), List.of());
    for (Lasting before : candidates.reversed()) {
      if (before.fromNs < nowNs && before.port.peer() != port.node() && before.destinations.intersects(leads)) {
        return before;
      }
    }
    return null;
  }

  private PauseBranch branch(PauseBranch from, PausedPort port) {
    PauseBranch known = from.known(port);
    if (known == null && branches < MOST_BRANCHES) {
      branches++;
      return from.added(port);
    }
    if (known == null) {
      unnamed++;
    }
    return known == null ? from : known;
  }

  /** A port is resumed; one that is not paused remains so. */
  public void resume(PausedPort port, long priority, double nowNs) {
    Lasting ended = lasting.remove(new Lane(port, priority));
    if (ended != null) {
      List<Lasting> others = ofNode.get(new Root(port.node(), priority));
      if (others != null) {
        others.remove(ended);
      }
      end(ended, nowNs);
    }
  }

  private void end(Lasting ended, double nowNs) {
    ended.branch.count(nowNs - ended.fromNs);
    if (--ended.episode.lasting == 0) {
      suppressed.merge(ended.episode.hostPorts.stream().mapToDouble(PausedPort::hostBitsPerSec).sum(), 1L, Long::sum);
    }
  }

  /** The run has ended; pauses that last are counted to here, and those that wait for each other in a circle are a deadlock. */
  public void finish(double nowNs) {
    findDeadlocks();
    lasting.values().forEach(one -> end(one, nowNs));
    lasting.clear();
    ofNode.clear();
    roots.values().forEach(PauseBranch::sum);
  }

  /** Follows from each pause the next that it waits for, until there is none, or it comes back. */
  private void findDeadlocks() {
    Map<Lane, Integer> walks = new HashMap<>();
    int walk = 0;
    Map<Lane, Lane> next = waits();
    for (Lane start : next.keySet()) {
      walk++;
      Lane at = start;
      while (at != null && walks.putIfAbsent(at, walk) == null) {
        at = next.get(at);
      }
      if (at != null && walks.getOrDefault(at, 0) == walk) {
        var circle = new ArrayList<PausedPort>();
        Lane member = at;
        do {
          circle.add(member.port);
          member = next.get(member);
        } while (member != null && !member.equals(at));
        deadlocks.add(circle);
      }
    }
  }

  /** Returns, for each open pause, the one that it waits for; without chains that end at a port that waits for none. */
  private Map<Lane, Lane> waits() {
    Map<Lane, List<Lane>> all = new LinkedHashMap<>();
    for (Lane lane : lasting.keySet()) {
      BitSet leads = ways.beyond(lane.port.node(), lane.port.peer());
      List<Lasting> behind = ways.isHost(lane.port.peer())
          ? List.of()
          : ofNode.getOrDefault(new Root(lane.port.peer(), lane.priority), List.of());
      var further = new ArrayList<Lane>();
      for (Lasting one : behind) {
        if (one.port.peer() != lane.port.node() && ways.beyond(one.port.node(), one.port.peer()).intersects(leads)) {
          further.add(new Lane(one.port, lane.priority));
        }
      }
      all.put(lane, further);
    }
    boolean fewer = true;
    while (fewer) {
      all.values().forEach(further -> further.removeIf(one -> !all.containsKey(one)));
      fewer = all.values().removeIf(List::isEmpty);
    }
    Map<Lane, Lane> next = new LinkedHashMap<>();
    all.forEach((lane, further) -> next.put(lane, further.getFirst()));
    return next;
  }

  /**
   * Returns the roots with the pauses that they caused, by the total length of all their pauses, longest first; complete after
   * {@link #finish}.
   */
  public List<Map.Entry<Root, PauseBranch>> roots() {
    return roots.entrySet().stream().sorted(
        Comparator.comparingDouble((Map.Entry<Root, PauseBranch> root) -> root.getValue().totalNs()).reversed()
            .thenComparingLong(root -> root.getKey().node()).thenComparingLong(root -> root.getKey().priority()))
        .toList();
  }

  /** Number of pauses by hops from their root: 1 hop first. */
  public long[] depths() {
    return depths.clone();
  }

  /**
   * Rates of hosts that each pause without a cause suppressed, with all pauses that it caused, in bit/s, and the number of such pauses by
   * rate. Complete after {@link #finish}.
   */
  public NavigableMap<Double, Long> suppressedBitsPerSec() {
    return suppressed;
  }

  /** Ports that waited for each other in a circle when the run ended, each for the next and the last for the first. */
  public List<List<PausedPort>> deadlocks() {
    return deadlocks;
  }

  /**
   * Number of pauses on chains without a branch of their own, because there are too many; they count where the chain leaves its last
   * branch.
   */
  public long unnamed() {
    return unnamed;
  }
}
