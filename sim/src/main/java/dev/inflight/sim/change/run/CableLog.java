package dev.inflight.sim.change.run;

import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.net.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Log of the times at which events take cables down and bring them back, as far as the events alone determine them. */
public final class CableLog implements FabricState {
  /**
   * The cables between two nodes fail or come back.
   *
   * @param atPs time of the change, in picoseconds
   * @param ends the two nodes
   * @param up true if they come back
   */
  public record CableChange(long atPs, LinkEnds ends, boolean up) {
  }

  private final Topology topology;
  private final List<CableChange> changes = new ArrayList<>();
  private final Set<LinkEnds> down = new HashSet<>();
  private final BitSet downNodes = new BitSet();

  private CableLog(Topology topology) {
    this.topology = topology;
  }

  /** Returns all changes by these events, in order of time. */
  public static List<CableChange> of(Topology topology, List<FabricEvent> events) {
    var log = new CableLog(topology);
    EventStep.of(events, log).forEach(EventStep::apply);
    return List.copyOf(log.changes);
  }

  @Override
  public void setLink(LinkEnds ends, boolean up, long nowPs) {
    LinkEnds ordered = ordered(ends.a(), ends.b());
    boolean isOther = up ? down.remove(ordered) : down.add(ordered);
    if (isOther && !downNodes.get(ends.a()) && !downNodes.get(ends.b())) {
      changes.add(new CableChange(nowPs, ordered, up));
    }
  }

  @Override
  public void setRate(LinkEnds ends, long rateBitsPerSec, boolean announced) {
    // the cables still work
  }

  @Override
  public void setSendRate(int node, int port, long rateBitsPerSec) {
    // the cables still work
  }

  @Override
  public void setLoss(LinkEnds ends, @Nullable FaultLoss loss, long nowPs) {
    // the cables still seem to work
  }

  @Override
  public void setNode(int node, boolean up, long nowPs) {
    if (downNodes.get(node) != up) {
      return;
    }
    downNodes.set(node, !up);
    topology.linksOfNodes().get(node).stream().map(link -> ordered(link.a(), link.b())).distinct()
        .filter(ends -> !down.contains(ends) && !downNodes.get(ends.a() == node ? ends.b() : ends.a()))
        .forEach(ends -> changes.add(new CableChange(nowPs, ends, up)));
  }

  @Override
  public void setStorm(int node, int port, int priority, boolean on, long nowPs) {
    // cables stay as they are
  }

  @Override
  public void setReceiveRate(int node, int port, long rateBitsPerSec, long bufferBytes, long nowPs) {
    // cables stay as they are
  }

  private static LinkEnds ordered(int one, int other) {
    return new LinkEnds(Math.min(one, other), Math.max(one, other));
  }
}
