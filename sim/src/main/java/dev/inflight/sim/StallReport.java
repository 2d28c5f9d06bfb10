package dev.inflight.sim;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.host.Sender;
import dev.inflight.net.rdma.Operation;
import dev.inflight.sim.parts.RankCollectives;
import dev.inflight.sim.rdma.UnfinishedOperation;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.stall.PortsAtEnd;
import dev.inflight.sim.stall.RowsForm;
import dev.inflight.sim.stall.SenderAtEnd;
import dev.inflight.sim.workload.FlowTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reasons why flows have not finished, from the state of the fabric at the end of a run. */
public final class StallReport {
  private static final long MOVING_RTTS = 10;
  private static final long MOVING_PS = 100_000_000L;

  /** Reason why a flow does not progress. */
  public enum Reason {
    /** The flow's queue pair gave up: the other end did not answer, or refused. */
    FAILED,
    /** The flow was given up with an operation before it. */
    FLUSHED,
    /** The flow waits for the operations before it on its queue pair. */
    QUEUED_BEHIND,
    /** The flow's queue pair does not exist yet. */
    CONNECTING,
    /** The flow's start lies after the end of the run. */
    NOT_STARTED,
    /** The flow is a message of a job, and the requirements of its send are not met. */
    AWAITING,
    /** No route leads from the flow's source to its destination. */
    NO_ROUTE,
    /** Other flows take all slots of its NIC's scheduling engines. */
    WAITING_FOR_SLOT,
    /** The flow received acknowledgements until the end: it needed more time. */
    PROGRESSING,
    /** PFC pauses hold its packets, or its NIC. */
    PAUSED,
    /** The flow's packets wait in queues that are not paused. */
    QUEUED,
    /** The flow's packets are neither in a queue nor acknowledged: it waits for its retransmission timeout. */
    NO_ACK,
    /** No data is in flight, and the flow's pace does not permit the next packet yet. */
    PACED
  }

  /**
   * Packets of a flow that wait at a port.
   *
   * @param bytes bytes of frames, both kinds of packets together
   */
  public record Held(PortName port, int dataPackets, int acks, long bytes) {
  }

  /**
   * A pause that holds a flow.
   *
   * @param port the port that may not send
   * @param priority the priority that is paused there
   * @param bufferedBytes bytes in the switch that sent the pause which came in from that port
   * @param circle ports that hold each other in a circle of pauses, from one that this port waits for; empty if there is none
   * @param roots paused ports that this port waits for, directly or over other paused ports, and that wait for no paused port
   */
  public record Pause(PortName port, int priority, long bufferedBytes, List<PortName> circle, List<PortName> roots) {
  }

  /**
   * A flow that has not finished, or an operation on a queue pair.
   *
   * @param row row of the flow
   * @param progress progress of the flow
   * @param reason reason for which it does not progress
   * @param inFlight places of its data in flight
   * @param slotWaitPs time that it has been waiting for a slot in its NIC's scheduling engines, in picoseconds; 0 if it does not wait
   * @param silence time without an acknowledgement
   */
  public record Stall(FlowRow row, Progress progress, Reason reason, InFlight inFlight, long slotWaitPs, Silence silence) {
    /** Makes the stall of a flow without sent data. */
    static Stall unsent(FlowRow row, Reason reason) {
      return new Stall(row, Progress.NONE, reason, InFlight.NOTHING, 0, Silence.NONE);
    }
  }

  /**
   * A flow or an operation of the setup.
   *
   * @param flow its number
   * @param sizeBytes application bytes
   */
  public record FlowRow(int flow, int source, int destination, long sizeBytes, long startPs) {
    static FlowRow of(FlowTable flows, int row) {
      return new FlowRow(row, flows.source(row), flows.destination(row), flows.sizeBytes(row), flows.startPs(row));
    }

    FlowRow startedAt(long atPs) {
      return new FlowRow(flow, source, destination, sizeBytes, atPs);
    }
  }

  /** Application bytes that were sent at least once, and those of them that were acknowledged. */
  public record Progress(long sentBytes, long ackedBytes) {
    static final Progress NONE = new Progress(0, 0);
  }

  /**
   * Data of a flow in flight.
   *
   * @param held ports at which its packets wait
   * @param elsewhereBytes application bytes that wait at no port: on the wire, at a receiver, or lost
   * @param pause the pause that holds it; null without one
   */
  public record InFlight(List<Held> held, long elsewhereBytes, @Nullable Pause pause) {
    static final InFlight NOTHING = new InFlight(List.of(), 0, null);
  }

  /**
   * Time for which a sender has received no acknowledgement.
   *
   * @param ps since the last one, or since its timer last expired, in picoseconds
   * @param timeoutsInARow number of expiries of its timer since then
   * @param givesUpAtPs time of its timeout and retransmission if no acknowledgement comes, in picoseconds; {@link Long#MAX_VALUE} without
   *     data in flight
   */
  public record Silence(long ps, int timeoutsInARow, long givesUpAtPs) {
    static final Silence NONE = new Silence(0, 0, Long.MAX_VALUE);
  }

  private final Simulation simulation;
  private final Fabric fabric;
  private final long endPs;
  private final PortsAtEnd ports;
  private final List<SenderAtEnd> senders;
  private final int[] notStarted;

  /** Examines a simulation that has run, in all processes; for all processes at once. The first one gets the report. */
  public StallReport(Simulation simulation) {
    this.simulation = simulation;
    fabric = simulation.fabric();
    endPs = simulation.endPs();
    RankCollectives others = simulation.others();
    List<SenderAtEnd> here = simulation.unfinished().stream().map(this::atEnd).toList();
    int[] notStartedHere = simulation.traffic().notStarted().toArray();
    if (others.size() == 1) {
      ports = PortsAtEnd.of(fabric);
      senders = here;
      notStarted = notStartedHere;
    } else {
      ports = PortsAtEnd.read(fabric.cabling(), others.gather(PortsAtEnd.write(fabric)));
      senders = SenderAtEnd.read(others.gather(SenderAtEnd.write(here)));
      notStarted = RowsForm.read(others.gather(RowsForm.write(notStartedHere)));
    }
  }

  private SenderAtEnd atEnd(Sender sender) {
    return SenderAtEnd.of(sender, fabric.routes(), endPs);
  }

  /** Reports each flow and operation that has not finished, in order of number, those that have started first. */
  public void forEach(Consumer<Stall> action) {
    Map<Integer, Supplier<Stall>> started = new TreeMap<>();
    senders.forEach(sender -> started.put(sender.flow(), () -> stall(sender)));
    simulation.unfinishedOperations().forEach(operation -> started.put(operation.row(), () -> stall(operation)));
    started.values().forEach(stall -> action.accept(stall.get()));
    forEachNotStarted(IntStream.of(notStarted), Reason.NOT_STARTED, action);
    forEachNotStarted(simulation.traffic().jobs().rowsNotStarted(), Reason.AWAITING, action);
  }

  private void forEachNotStarted(IntStream rows, Reason reason, Consumer<Stall> action) {
    FlowTable flows = simulation.flowTable();
    rows.forEach(row -> action.accept(Stall.unsent(FlowRow.of(flows, row), reason)));
  }

  private Stall stall(UnfinishedOperation unfinished) {
    FlowTable flows = simulation.flowTable();
    FlowRow listed = FlowRow.of(flows, unfinished.row());
    FlowRow row = flows.message(unfinished.row()) < 0 ? listed : listed.startedAt(unfinished.postedPs());
    Sender sender = unfinished.sender();
    Stall stream = sender == null || unfinished.isBehind() || unfinished.status() != Operation.Status.PENDING
        ? Stall.unsent(row, Reason.CONNECTING) // a stream that does not exist has no state
        : stall(atEnd(sender));
    return new Stall(row, new Progress(unfinished.sentBytes(row.sizeBytes), unfinished.ackedBytes(row.sizeBytes)),
        reason(unfinished, stream), stream.inFlight, stream.slotWaitPs, stream.silence);
  }

  private static Reason reason(UnfinishedOperation unfinished, Stall stream) {
    return switch (unfinished.status()) {
      case FLUSHED -> Reason.FLUSHED;
      case PENDING ->
        unfinished.sender() == null ? Reason.CONNECTING : unfinished.isBehind() ? Reason.QUEUED_BEHIND : stream.reason;
      default -> Reason.FAILED;
    };
  }

  private Stall stall(SenderAtEnd sender) {
    List<Held> held = ports.held(sender.flow()).stream()
        .map(each -> new Held(name(each.port()), each.dataPackets(), each.otherPackets(), each.bytes())).toList();
    Pause pause = pause(sender);
    long elsewhere = Math.max(0, sender.inflightBytes() - ports.heldPayloadBytes(sender.flow(), sender.ackedBytes()));
    return new Stall(
        new FlowRow(sender.flow(), sender.source(), sender.destination(), sender.sizeBytes(), sender.startPs()),
        new Progress(sender.sentBytes(), sender.ackedBytes()), reason(sender, pause, !held.isEmpty()),
        new InFlight(held, elsewhere, pause), sender.slotWaitPs(),
        new Silence(endPs - sender.waitingSincePs(), sender.timeoutsInARow(), sender.givesUpAtPs()));
  }

  private Reason reason(SenderAtEnd sender, @Nullable Pause pause, boolean held) {
    if (sender.noRoute()) {
      return Reason.NO_ROUTE;
    }
    if (sender.wantsSlot()) {
      return Reason.WAITING_FOR_SLOT;
    }
    long patiencePs = Math.max(MOVING_PS, MOVING_RTTS * simulation.basePaths().largestRttPs());
    boolean silent = sender.timeoutsInARow() > 0 || endPs - sender.waitingSincePs() > patiencePs;
    if (!silent) {
      return Reason.PROGRESSING;
    }
    if (pause != null) {
      return Reason.PAUSED;
    }
    if (held) {
      return Reason.QUEUED;
    }
    return sender.inflightBytes() > 0 ? Reason.NO_ACK : Reason.PACED;
  }

  /** The paused port on the flow's path that is nearest to its destination. */
  private @Nullable Pause pause(SenderAtEnd sender) {
    int priority = sender.priority();
    for (int hop = sender.path().length - 1; hop >= 0; hop--) {
      int port = sender.path()[hop];
      boolean matters = !fabric.cabling().isSwitch(fabric.cabling().node(port)) || ports.holds(sender.flow(), port);
      if (matters && ports.isPaused(port, priority)) {
        return new Pause(name(port), priority, ports.bufferedFrom(port, priority), names(ports.circle(port, priority)),
            names(ports.roots(port, priority)));
      }
    }
    return null;
  }

  private List<PortName> names(List<Integer> of) {
    return of.stream().map(this::name).toList();
  }

  private PortName name(int port) {
    return PortName.of(fabric.cabling(), port);
  }
}
