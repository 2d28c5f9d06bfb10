package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Why flows have not finished, from the state of the fabric at the end of a run. */
public final class StallReport {
  private static final long MOVING_RTTS = 10;
  private static final long MOVING_PS = 100_000_000L;

  /** What keeps a flow. */
  public enum Reason {
    /** Its queue pair gave up: the other end did not answer, or refused. */
    FAILED,
    /** It was given up with an operation before it. */
    FLUSHED,
    /** It waits for the operations before it on its queue pair. */
    BEHIND,
    /** Its queue pair is not made yet. */
    CONNECTING,
    /** Its start lies after the end of the run. */
    NOT_STARTED,
    /** It is a message of a job, and what its send requires is not done. */
    AWAITING,
    /** No route leads from its source to its destination. */
    NO_ROUTE,
    /** All slots of its NIC's scheduling engines are taken by other flows. */
    WAITING_FOR_SLOT,
    /** It got acknowledgements to the end: it needed more time. */
    MOVING,
    /** PFC pauses hold its packets, or its NIC. */
    PAUSED,
    /** Its packets wait in queues that are not paused. */
    QUEUED,
    /** Its packets are neither in a queue nor acknowledged: it waits to send them again. */
    UNHEARD,
    /** Nothing is in flight, and its pace does not let the next packet leave yet. */
    PACED
  }

  /**
   * Packets of a flow that wait at a port.
   *
   * @param bytes of frames, both kinds of packets together
   */
  public record Held(Port port, int dataPackets, int acks, long bytes) {
  }

  /**
   * A pause that holds a flow.
   *
   * @param port the port that may not send
   * @param group the priority group that is paused there
   * @param bufferedBytes bytes in the switch that sent the pause which came in from that port
   * @param circle ports that hold each other in a circle of pauses, beginning at one that this port waits for; empty if there is
   *     none
   */
  public record Pause(Port port, int group, long bufferedBytes, List<Port> circle) {
  }

  /**
   * A flow that has not finished, or an operation on a queue pair.
   *
   * @param flow its number
   * @param held where its packets wait
   * @param elsewhereBytes application bytes in flight that wait at no port: on the wire, at a receiver, or lost
   * @param slotWaitPs how long it has been waiting for a slot in its NIC's scheduling engines; 0 when it does not
   * @param silentPs how long it has heard nothing, or since it last gave up waiting
   * @param givesUpAtPs when it times out and retransmits if no acknowledgement comes; {@link Long#MAX_VALUE} when nothing is in flight
   */
  public record Stall(int flow, int source, int destination, long sizeBytes, long startPs, long sentBytes, long ackedBytes,
      Reason reason, List<Held> held, long elsewhereBytes, @Nullable Pause pause, long slotWaitPs, long silentPs,
      int timeoutsInARow,
      long givesUpAtPs) {
  }

  /** What is known of a stream that does not exist. */
  private final Stall nothing = new Stall(0, 0, 0, 0, 0, 0, 0, Reason.CONNECTING, List.of(), 0, null, 0, 0, 0,
      Long.MAX_VALUE);

  private final Simulation simulation;
  private final Fabric fabric;
  private final long nowPs;
  private final Map<Flow, Map<Port, List<Packet>>> waiting = new HashMap<>();
  /** By the port through which packets came into a switch, the paused ports at which they wait, for each group. */
  private final List<Map<Port, Set<Port>>> heldUp = new ArrayList<>();

  /** Looks at a simulation that has run. */
  public StallReport(Simulation simulation) {
    this.simulation = simulation;
    fabric = simulation.fabric();
    nowPs = simulation.nowPs();
    for (int group = 0; group < Packet.GROUPS; group++) {
      heldUp.add(new HashMap<>());
    }
    for (Host host : fabric.hosts()) {
      for (Nic nic : host.nics()) {
        nic.waitingPackets().forEach(packet -> noteWaiting(packet, nic));
      }
    }
    for (Switch owner : fabric.switches()) {
      for (SwitchPort port : owner.ports()) {
        port.waitingPackets().forEach(packet -> noteWaiting(packet, port));
      }
    }
  }

  private void noteWaiting(Packet packet, Port port) {
    Flow flow = packet.flow;
    if (flow == null) {
      return;
    }
    waiting.computeIfAbsent(flow, f -> new LinkedHashMap<>()).computeIfAbsent(port, p -> new ArrayList<>()).add(packet);
    if (isPaused(port, packet.group) && port instanceof SwitchPort) {
      heldUp.get(packet.group).computeIfAbsent(packet.at, p -> new LinkedHashSet<>()).add(port);
    }
  }

  private static boolean isPaused(Port port, int group) {
    return (port.pausedGroups() >> group & 1) != 0;
  }

  /** Tells of each flow and operation that has not finished, in order of number, those that have started first. */
  public void forEach(Consumer<Stall> action) {
    Map<Integer, Supplier<Stall>> started = new TreeMap<>();
    simulation.unfinished().forEach(sender -> started.put(sender.flow().id(), () -> stall(sender)));
    simulation.unfinishedOperations().forEach(operation -> started.put(operation.row(), () -> stall(operation)));
    started.values().forEach(stall -> action.accept(stall.get()));
    forEachNotStarted(simulation.traffic().notStarted(), Reason.NOT_STARTED, action);
    forEachNotStarted(simulation.traffic().jobs().rowsNotBegun(), Reason.AWAITING, action);
  }

  /** Tells of those that have started in this process, and not finished. */
  public void forEachStarted(Consumer<Stall> action) {
    simulation.unfinished().forEach(sender -> action.accept(stall(sender)));
  }

  /** Tells of all that have not started, in any process. */
  public void forEachNotStarted(Consumer<Stall> action) {
    FlowTable flows = simulation.flowTable();
    forEachNotStarted(IntStream.range(0, flows.count()).filter(row -> flows.startPs(row) > nowPs), Reason.NOT_STARTED, action);
  }

  private void forEachNotStarted(IntStream rows, Reason reason, Consumer<Stall> action) {
    FlowTable flows = simulation.flowTable();
    rows.forEach(row -> action.accept(new Stall(row, flows.source(row), flows.destination(row),
        flows.sizeBytes(row), flows.startPs(row), 0, 0, reason, List.of(), 0, null, 0, 0, 0, Long.MAX_VALUE)));
  }

  private Stall stall(RdmaApplication.Unfinished unfinished) {
    FlowTable flows = simulation.flowTable();
    int row = unfinished.row();
    Operation operation = unfinished.operation();
    Sender sender = unfinished.sender();
    Stall stream = sender == null || unfinished.isBehind() || operation.status() != Operation.Status.PENDING
        ? nothing
        : stall(sender);
    long sentBytes = unfinished.sentBytes();
    long ackedBytes = unfinished.ackedBytes();
    return new Stall(row, flows.source(row), flows.destination(row), flows.sizeBytes(row), flows.startPs(row), sentBytes,
        ackedBytes, reason(unfinished, stream), stream.held, stream.elsewhereBytes, stream.pause, stream.slotWaitPs,
        stream.silentPs, stream.timeoutsInARow, stream.givesUpAtPs);
  }

  private static Reason reason(RdmaApplication.Unfinished unfinished, Stall stream) {
    return switch (unfinished.operation().status()) {
      case FLUSHED -> Reason.FLUSHED;
      case PENDING -> unfinished.sender() == null
          ? Reason.CONNECTING
          : unfinished.isBehind() ? Reason.BEHIND : stream.reason;
      default -> Reason.FAILED;
    };
  }

  private Stall stall(Sender sender) {
    Flow flow = sender.flow();
    var held = new ArrayList<Held>();
    long heldPayload = 0;
    for (var entry : waiting.getOrDefault(flow, Map.of()).entrySet()) {
      int data = 0;
      long bytes = 0;
      for (Packet packet : entry.getValue()) {
        if (packet.kind == Packet.Kind.DATA) {
          data++;
          heldPayload += packet.sequence >= sender.ackedBytes() ? packet.payloadBytes : 0;
        }
        bytes += packet.sizeBytes;
      }
      held.add(new Held(entry.getKey(), data, entry.getValue().size() - data, bytes));
    }
    Pause pause = pause(sender);
    long elsewhere = Math.max(0, sender.inflightBytes() - heldPayload);
    return new Stall(flow.id(), flow.source(), flow.destination(), flow.sizeBytes(), flow.startPs(), sender.sentBytes(),
        sender.ackedBytes(), reason(sender, pause, !held.isEmpty()), held, elsewhere, pause,
        sender.slot().waitedPs(nowPs), nowPs - sender.waitingSincePs(), sender.timeoutsInARow(), sender.givesUpAtPs());
  }

  private Reason reason(Sender sender, @Nullable Pause pause, boolean held) {
    if (sender.hasNoRoute()) {
      return Reason.NO_ROUTE;
    }
    if (sender.slot().isWanted()) {
      return Reason.WAITING_FOR_SLOT;
    }
    long patiencePs = Math.max(MOVING_PS, MOVING_RTTS * simulation.basePaths().largestRttPs());
    boolean silent = sender.timeoutsInARow() > 0 || nowPs - sender.waitingSincePs() > patiencePs;
    if (!silent) {
      return Reason.MOVING;
    }
    if (pause != null) {
      return Reason.PAUSED;
    }
    if (held) {
      return Reason.QUEUED;
    }
    return sender.inflightBytes() > 0 ? Reason.UNHEARD : Reason.PACED;
  }

  /** The paused port on the flow's path that is nearest to its destination. */
  private @Nullable Pause pause(Sender sender) {
    Flow flow = sender.flow();
    List<Port> path = fabric.routes().pathOf(flow);
    for (Port port : path.reversed()) {
      boolean matters = port instanceof Nic || waiting.getOrDefault(flow, Map.of()).containsKey(port);
      if (matters && isPaused(port, flow.group())) {
        return new Pause(port, flow.group(), port.hasPeer() ? bufferedFrom(port.peer(), flow.group()) : 0,
            circle(port, flow.group()));
      }
    }
    return null;
  }

  private static long bufferedFrom(Port ingress, int group) {
    long bytes = 0;
    if (ingress instanceof SwitchPort port) {
      for (SwitchPort out : port.owner().ports()) {
        for (Packet packet : out.waitingPackets()) {
          bytes += packet.at == ingress && packet.group == group ? packet.sizeBytes : 0;
        }
      }
    }
    return bytes;
  }

  /** Follows who waits for whom: a paused port waits for the paused ports at which its neighbour's packets from it wait. */
  private List<Port> circle(Port start, int group) {
    var trail = new ArrayList<Port>();
    return follow(start, group, trail, new HashSet<>()) ? List.copyOf(trail) : List.of();
  }

  /** Depth first; when it returns true, the trail is the circle. */
  private boolean follow(Port port, int group, List<Port> trail, Set<Port> seen) {
    int earlier = trail.indexOf(port);
    if (earlier >= 0) {
      trail.subList(0, earlier).clear();
      return true;
    }
    if (!seen.add(port)) {
      return false;
    }
    trail.add(port);
    Set<Port> waitingFor = port.hasPeer() ? heldUp.get(group).getOrDefault(port.peer(), Set.of()) : Set.of();
    for (Port next : waitingFor) {
      if (follow(next, group, trail, seen)) {
        return true;
      }
    }
    trail.removeLast();
    return false;
  }
}
