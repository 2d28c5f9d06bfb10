package dev.inflight.lab.explain;

import dev.inflight.cc.Signal;
import dev.inflight.lab.explain.pause.PauseRoots;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Watches one flow of a simulation: each of its packets at each port, what its scheme receives and decides, and the pauses of the ports that it
 * uses. The time between two packets at its NIC goes to what kept the second one back.
 */
final class FlowWatch implements Recorder {
  private static final double PS_BITS_PER_BYTE = 8e12;
  private static final long PS_PER_NS = 1000;
  /** A gap that is longer is none that acknowledgements explain. */
  private static final int ROUND_TRIPS_OF_A_GAP = 2;

  private final Topology topology;
  private final int flow;
  private final int source;
  private final int destination;
  private final boolean needsCredit;
  private final int priority;
  private final int payloadBytes;
  private final long startPs;
  private final NicSlots slots;
  private final Outages outages;
  final Ledger ledger;
  private final @Nullable FlowTrace trace;
  private final Map<Integer, Port> portsByIndex = new HashMap<>();
  private final PauseRoots roots = new PauseRoots();
  /** By packet, which are objects without an equal. */
  private final Map<Packet, PathPort.UnderWay> underWay = new HashMap<>();
  final FlowPath path;
  private PathPort.@Nullable UnderWay lastPacket;
  private long freeSincePs;
  private long dueByPacePs;
  private boolean windowFull;
  private long othersBusyPs;
  private long highest;
  private long highestLast;
  private @Nullable PathPort lostAt;
  int lostAcknowledgements;
  int sentPackets;
  int resentPackets;
  /** Packets, sent once, that came to the last port behind some that were sent later. */
  int overtakenPackets;
  @Nullable
  FlowResult result;
  private Runnable end = () -> {
  };

  FlowWatch(Setup setup, int flow, NicSlots slots, Outages outages, @Nullable FlowTrace trace) {
    topology = setup.topology();
    FlowTable flows = setup.flows();
    this.flow = flow;
    destination = flows.destination(flow);
    needsCredit = setup.flowClasses().get(flows.flowClass(flow)).hears(Signal.CREDIT);
    source = flows.source(flow);
    priority = flows.priority(flow);
    payloadBytes = setup.payloadBytes();
    this.slots = slots;
    this.outages = outages;
    startPs = flows.startPs(flow);
    freeSincePs = startPs;
    path = new FlowPath(source, destination, startPs, payloadBytes);
    ledger = new Ledger(freeSincePs, trace);
    this.trace = trace;
  }

  /** What to do once the flow has finished. */
  void atEnd(Runnable action) {
    end = action;
  }

  /** Sees what leaves a port. */
  Wire wrap(Port from, Wire wire) {
    portsByIndex.put(from.index(), from);
    if (topology.isSwitch(from.node())) {
      roots.add(from);
    }
    if (from.node() == source) {
      path.add(from);
    }
    return (packet, endPs) -> {
      leaves(from, packet, endPs);
      wire.send(packet, endPs);
    };
  }

  private void leaves(Port port, Packet packet, long endPs) {
    boolean ofFlow = packet.flow != null && packet.flow.id() == flow;
    if (ofFlow && packet.kind == Packet.Kind.TRIMMED) {
      trimmed(port, packet);
      return;
    }
    boolean own = ofFlow && packet.kind == Packet.Kind.DATA;
    if (!own) {
      if (endPs >= startPs - PathPort.WATCHED_BEFORE_PS) {
        path.any(port).other(packet, endPs);
      }
      return;
    }
    PathPort here = path.add(port);
    here.own(packet, endPs);
    if (port.node() == source) {
      departs(here, packet, endPs);
      return;
    }
    PathPort.UnderWay of = underWay.get(packet);
    if (of == null) {
      return; // it was lost and found: a cable that delivers twice
    }
    long arrivedPs = of.endPs + of.last.delayPs();
    long startPs = endPs - port.transmitPs(packet.sizeBytes);
    long paused = here.pausedWithin(arrivedPs, startPs);
    here.waited(endPs, startPs - arrivedPs, paused);
    if (trace != null) {
      trace.value("wait of its packets", "ns", here, startPs, (startPs - arrivedPs) / PS_PER_NS);
      trace.value("queue", "B", here, startPs, port.waitingBytes());
    }
    if (port.far().node() == destination && !of.again) {
      overtakenPackets += packet.sequence < highestLast ? 1 : 0;
      highestLast = Math.max(highestLast, packet.sequence);
    }
    of.ports.add(here);
    of.waitsPs.add(startPs - arrivedPs);
    of.last = port;
    of.endPs = endPs;
  }

  /** What is left of a packet leaves: where it does so first, it was cut. */
  private void trimmed(Port port, Packet packet) {
    if (underWay.remove(packet) != null) {
      lostAt = path.placeOfLoss(port);
      lostAt.trimmed++;
    }
  }

  private void departs(PathPort nic, Packet packet, long endPs) {
    long takesPs = nic.port.transmitPs(packet.sizeBytes);
    long startPs = endPs - takesPs;
    boolean again = packet.sequence < highest;
    keptBack(nic, freeSincePs, startPs, again);
    ledger.add(again ? Cause.RETRANSMISSION : Cause.SENDING, null, startPs, takesPs);
    sentPackets++;
    resentPackets += again ? 1 : 0;
    highest = Math.max(highest, packet.sequence + packet.payloadBytes);
    freeSincePs = endPs;
    othersBusyPs = nic.othersBusyPs();
    lastPacket = new PathPort.UnderWay(nic.port, endPs, again);
    underWay.put(packet, lastPacket);
    Sender sender = Objects.requireNonNull(Sender.of(packet.flow()));
    if (trace != null) {
      trace.value("window", "B", null, endPs, sender.windowBytes());
      trace.value("in flight", "B", null, endPs, sender.inflightBytes());
      trace.value("pace", "bit/s", null, endPs, sender.paceBitsPerSec());
    }
    windowFull = sender.inflightBytes() + payloadBytes > sender.windowBytes();
    long pace = sender.paceBitsPerSec();
    dueByPacePs = startPs + (long) (packet.sizeBytes * PS_BITS_PER_BYTE / Math.max(1, pace));
    path.controlled(sender, startPs);
  }

  /** Shares out the time between two packets at the NIC. */
  private void keptBack(PathPort nic, long fromPs, long toPs, boolean again) {
    PathPort down = toPs - fromPs > ROUND_TRIPS_OF_A_GAP * path.rttPs() ? outages.during(path.ports(), fromPs, toPs) : null;
    if (down != null) {
      long from = Math.max(fromPs, outages.downPs(down.port, toPs));
      keptBackOtherwise(nic, fromPs, from, again);
      long until = Math.min(toPs, outages.upPs(down.port, from));
      ledger.add(Cause.LINK_DOWN, down, from, until - from);
      keptBackOtherwise(nic, until, toPs, again);
    } else {
      keptBackOtherwise(nic, fromPs, toPs, again);
    }
  }

  private void keptBackOtherwise(PathPort nic, long fromPs, long toPs, boolean again) {
    long paused = Math.min(Math.max(0, toPs - fromPs), nic.pausedWithin(fromPs, toPs));
    ledger.add(Cause.PAUSED, nic, fromPs, paused);
    long left = toPs - fromPs - paused;
    long at = fromPs + paused;
    if (sentPackets == 0 && slots.areFull(ledger.startPs())) {
      ledger.add(Cause.NIC_ENGINE, nic, at, left);
      return;
    }
    if (again) {
      ledger.add(Cause.LOSS_WAIT, lostAt, at, left);
      return;
    }
    if (windowFull) {
      byWindow(at, left);
      return;
    }
    long pace = Math.clamp(dueByPacePs - at, 0, Math.max(0, left));
    byNetwork(Cause.PACE, at, pace);
    left -= pace;
    at += pace;
    long others = Math.min(left, nic.othersBusyPs() - othersBusyPs);
    ledger.add(Cause.NIC_BUSY, nic, at, others);
    left -= others;
    at += others;
    if (slots.areLimited()) {
      ledger.add(Cause.NIC_ENGINE, nic, at, left);
    } else {
      byWindow(at, left); // it shrank meanwhile
    }
  }

  /** Time without room in the window; where receivers grant credit, the window is what is left of it. */
  private void byWindow(long fromPs, long ps) {
    if (needsCredit) {
      ledger.add(Cause.CREDIT, path.last(), fromPs, ps);
    } else {
      byNetwork(Cause.WINDOW, fromPs, ps);
    }
  }

  /**
   * Time for which window or pace kept the flow back: because of the hop that ruled then, and where that was paused because of the pause; because of the
   * control alone where no hop of the path was busy.
   */
  private void byNetwork(Cause cause, long fromPs, long ps) {
    PathPort hop = path.ruling();
    long paused = hop == null ? 0 : (long) (ps * hop.pausedShare());
    ledger.add(Cause.PAUSED, hop, fromPs, paused);
    long endPs = fromPs + Math.max(0, ps);
    hop = path.busy(hop, endPs);
    ledger.add(hop != null ? cause : cause == Cause.WINDOW ? Cause.OWN_WINDOW : Cause.OWN_PACE, hop, fromPs + paused,
        ps - paused);
  }

  @Override
  public void pauseChanged(PortName name, int pausedPriority, boolean paused, long nowPs) {
    Port port = portsByIndex.get(name.index());
    if (port == null || pausedPriority != priority) {
      return;
    }
    roots.changed(port, paused, nowPs);
    PathPort here = path.get(port);
    if (here == null) {
      return;
    }
    if (paused) {
      Port root = roots.of(port, nowPs);
      here.pause(nowPs, PortPhrases.name(topology, root));
    } else {
      here.resume(nowPs);
    }
  }

  @Override
  public boolean hearsLosses() {
    return true;
  }

  @Override
  public void packetLost(PacketLoss loss) {
    if (loss.flow() == flow
        && (loss.kind() == Packet.Kind.ACK || loss.kind() == Packet.Kind.NACK || loss.kind() == Packet.Kind.TRIM_NACK)) {
      lostAcknowledgements++;
    }
    if (loss.flow() == flow && (loss.kind() == Packet.Kind.DATA || loss.kind() == Packet.Kind.TRIMMED)) {
      Port port = portsByIndex.get(loss.port().index());
      if (port != null) {
        lostAt = path.placeOfLoss(port);
        lostAt.losses.merge(loss.why(), 1, Integer::sum);
      }
    }
  }

  @Override
  public void flowFinished(FlowResult finished) {
    slots.finished(finished);
    if (trace != null) {
      trace.finished(finished);
    }
    if (finished.id() == flow) {
      result = finished;
      close(finished.startPs() + finished.fctPs());
      end.run();
    }
  }

  /** The time after the last packet: its queues, and the rest of its way and back. */
  void close(long nowPs) {
    path.ports().forEach(one -> one.resume(nowPs));
    long atPs = freeSincePs;
    long queued = 0;
    if (lastPacket != null) {
      for (int hop = 0; hop < lastPacket.ports.size(); hop++) {
        long wait = Math.min(lastPacket.waitsPs.get(hop), nowPs - atPs - queued);
        ledger.add(Cause.LAST_QUEUE, lastPacket.ports.get(hop), atPs + queued, wait);
        queued += Math.max(0, wait);
      }
    }
    if (result == null && lostAt != null) { // it has not finished: what it waits for is what its losses left it with
      ledger.add(Cause.LOSS_WAIT, lostAt, atPs + queued, nowPs - atPs - queued);
    } else {
      ledger.add(Cause.LAST_WAY, null, atPs + queued, nowPs - atPs - queued);
    }
  }
}
