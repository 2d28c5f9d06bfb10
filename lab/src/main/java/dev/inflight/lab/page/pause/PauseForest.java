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
 * Finds causes of pauses while they are read in order of time, and keeps only sums.
 * <p>A PFC frame comes from the node at the other end of a port's cable, where frames of this port wait.
 * These frames may wait for a port of that node that is paused too. The cause of a pause is therefore another pause: of a port of
 * the sending node, of the same priority, earlier, and not yet ended. Of several, it is the last that continues a shortest path
 * to some host. Frames wait on shortest paths only, so a chain of causes is at most as long as the fabric's diameter. A node
 * without such a cause was itself congested, and is a root.
 * <p>Memory holds an object per open pause, and at most {@value #MOST_BRANCHES} branches of ended pauses, one per chain of ports.
 */
public final class PauseForest {
  private static final int MOST_BRANCHES = 200_000;

  /** Priority of a port. */
  private record Lane(PausedPort port, long priority) {
  }

  /**
   * Node that was itself congested in one priority. A pause of one priority does not delay other priorities.
   *
   * @param node the node
   * @param priority the priority
   */
  public record Root(long node, long priority) {
  }

  /** Hosts that one root paused at a time, from its first pause to the end of all pauses that it caused. */
  private static final class Episode {
    private final Set<PausedPort> hostPorts = new HashSet<>();
    private int lasting;
  }

  /** Open pause, or a pause that caused an open one. */
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

  /** Creates a forest for a fabric. */
  public PauseForest(FabricWays ways) {
    this.ways = ways;
  }

  /** Pauses a port; a paused port stays paused. Times never decrease between calls. */
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
      return null; // a slow host, which forwards nothing
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

  /** Resumes a port, if it is paused. */
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

  /** Ends the run. Open pauses count up to this time; a cycle of pauses that wait for each other is a deadlock. */
  public void finish(double nowNs) {
    findDeadlocks();
    lasting.values().forEach(one -> end(one, nowNs));
    lasting.clear();
    ofNode.clear();
    roots.values().forEach(PauseBranch::sum);
  }

  /** Follows each pause to the one that it waits for, until none follows or the chain forms a cycle. */
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

  /** Returns, for each open pause, the one that it waits for, without chains that end at a port that waits for none. */
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

  /** Returns the roots and the pauses that they caused, longest total of all pauses first; complete after {@link #finish}. */
  public List<Map.Entry<Root, PauseBranch>> roots() {
    return roots.entrySet().stream().sorted(
        Comparator.comparingDouble((Map.Entry<Root, PauseBranch> root) -> root.getValue().totalNs()).reversed()
            .thenComparingLong(root -> root.getKey().node()).thenComparingLong(root -> root.getKey().priority()))
        .toList();
  }

  /** Number of pauses by hops from their root, starting with one hop. */
  public long[] depths() {
    return depths.clone();
  }

  /**
   * Number of pauses without a cause, by the hosts' rate in bit/s that each suppressed together with the pauses that it caused.
   * Complete after {@link #finish}.
   */
  public NavigableMap<Double, Long> suppressedBitsPerSec() {
    return suppressed;
  }

  /** Cycles of ports at the end of the run; each port waits for the next, and the last for the first. */
  public List<List<PausedPort>> deadlocks() {
    return deadlocks;
  }

  /** Number of pauses on chains beyond the maximum number of branches. They count at the chain's last branch. */
  public long unnamed() {
    return unnamed;
  }
}
