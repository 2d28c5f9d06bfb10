package dev.inflight.lab.explain;

import dev.inflight.lab.explain.words.Cause;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Signal;
import dev.inflight.lab.explain.route.Outages;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.EngineNic;
import dev.inflight.sim.StallReport;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attributes the time of a flow to causes: the time between two packets at the flow's NIC to the cause that delayed the second
 * packet, and the time after the last packet to the causes of its wait.
 */
final class FlowTime {
  private static final double PS_BITS_PER_BYTE = 8e12;
  /** Largest gap, in round trips, that acknowledgements explain. */
  private static final int ROUND_TRIPS_OF_A_GAP = 2;

  private final Ledger ledger;
  private final FlowPath path;
  private final Outages outages;
  private final int source;
  private final int destination;
  private final boolean needsCredit;
  private final boolean slotsAreLimited;
  private final int payloadBytes;
  /** Port of the latest loss of a packet. */
  @Nullable
  PathPort lostAt;
  private boolean hasSent;
  private long freeSincePs;
  private long dueByPacePs;
  private long lastStartPs;
  private int lastBytes;
  private boolean windowFull;
  private boolean hasWindow;
  private long othersBusyPs;
  private long slotWaitPs;
  /** Cause of the NIC's transmission of the last packet: first transmission or retransmission. */
  private Cause sending = Cause.SENDING;
  private long sendingSincePs;
  /** Part of the packet's transmission time that a degraded cable or a slow NIC has added, in picoseconds. */
  private long sendingSlowedPs;
  private @Nullable PathPort sendingAt;

  FlowTime(Setup setup, int flow, long startPs, Ledger ledger, FlowPath path, Outages outages) {
    FlowTable flows = setup.flows();
    this.ledger = ledger;
    this.path = path;
    this.outages = outages;
    source = flows.source(flow);
    destination = flows.destination(flow);
    needsCredit = setup.flowClasses().get(flows.flowClass(flow)).needs(Signal.CREDIT);
    slotsAreLimited = setup.nic() instanceof EngineNic;
    payloadBytes = setup.payloadBytes();
    freeSincePs = startPs;
    sendingSincePs = startPs;
  }

  /**
   * Records that a packet of an earlier message on the flow's connection leaves the NIC. The flow waits for the retransmissions
   * of that message.
   */
  void departsBefore(PathPort nic, Packet packet, Sender sender, long endPs) {
    long fromPs = endPs - nic.port.transmitPs(packet.sizeBytes);
    if (endPs > freeSincePs) {
      slotWaitPs = 0;
      if (packet.sequence + packet.payloadBytes < sender.highestSentBytes() && fromPs > freeSincePs) { // it has left before
        sendingEnds(freeSincePs);
        ledger.add(Cause.CONNECTION_BUSY, null, freeSincePs, fromPs - freeSincePs);
        freeSincePs = fromPs;
        sendingSincePs = fromPs;
      }
      leaves(nic, false, fromPs, endPs, Cause.CONNECTION_BUSY);
      sendingSlowedPs = 0;
    }
    stands(nic, packet, sender, fromPs);
  }

  /**
   * Records that a packet leaves the NIC.
   *
   * @param again true if it is a retransmission
   */
  void departs(PathPort nic, Packet packet, Sender sender, boolean again, long startPs, long endPs) {
    // a connection has earlier waits
    slotWaitPs = hasSent || sender.slot().lastWaitEndPs() < freeSincePs ? 0 : sender.slot().lastWaitPs();
    if (hasSent) {
      dueByPacePs = Math.max(dueByPacePs, dueByPacePs(sender)); // the pace may have decreased
    }
    hasSent = true;
    leaves(nic, again, startPs, endPs, again ? Cause.RETRANSMISSION : Cause.SENDING);
    sendingSlowedPs = nic.port.transmitPs(packet.sizeBytes) - nic.port.transmitAtLinkRatePs(packet.sizeBytes);
    sendingAt = nic;
    stands(nic, packet, sender, startPs);
  }

  private void leaves(PathPort nic, boolean again, long startPs, long endPs, Cause what) {
    sendingEnds(freeSincePs);
    if (startPs > freeSincePs) {
      keptBack(nic, freeSincePs, startPs, again);
    }
    sending = what;
    sendingSincePs = Math.max(startPs, freeSincePs); // a packet may be leaving when the flow starts
    freeSincePs = endPs;
  }

  /** Records the sender's state after a packet has left: it determines the cause of the next packet's wait. */
  private void stands(PathPort nic, Packet packet, Sender sender, long startPs) {
    othersBusyPs = nic.othersBusyPs();
    hasWindow = sender.windowBytes() != CongestionControl.NO_WINDOW;
    windowFull = hasWindow && sender.inflightBytes() + payloadBytes > sender.windowBytes();
    lastStartPs = startPs;
    lastBytes = packet.sizeBytes;
    dueByPacePs = dueByPacePs(sender);
  }

  /** Time, in picoseconds, at which the sender's pace allows the next packet. */
  private long dueByPacePs(Sender sender) {
    return lastStartPs + (long) (lastBytes * PS_BITS_PER_BYTE / Math.max(1, sender.paceBitsPerSec()));
  }

  private void sendingEnds(long atPs) {
    long slowedPs = Math.clamp(sendingSlowedPs, 0, Math.max(0, atPs - sendingSincePs));
    ledger.add(sending, null, sendingSincePs, atPs - sendingSincePs - slowedPs);
    ledger.add(Cause.SLOWED, sendingAt, atPs - slowedPs, slowedPs);
    sendingSlowedPs = 0;
    sendingSincePs = atPs;
  }

  /** Attributes the time between two packets at the NIC. */
  private void keptBack(PathPort nic, long fromPs, long toPs, boolean again) {
    Outages.Span none = toPs - fromPs > ROUND_TRIPS_OF_A_GAP * path.rttPs() && !outages.areNone()
        ? outages.withoutRoute(source, destination, fromPs, toPs)
        : null;
    Port down = none == null ? null : outages.during(path.cables(), none.fromPs(), none.toPs());
    if (none == null || down == null) {
      keptBackOtherwise(nic, fromPs, toPs, again);
      return;
    }
    keptBackOtherwise(nic, fromPs, none.fromPs(), again);
    ledger.add(Cause.LINK_DOWN, path.any(down), none.fromPs(), none.toPs() - none.fromPs());
    keptBack(nic, none.toPs(), toPs, again);
  }

  /** Attributes time in which there was a route. */
  private void keptBackOtherwise(PathPort nic, long fromPs, long toPs, boolean again) {
    long paused = Math.min(Math.max(0, toPs - fromPs), nic.pausedWithin(fromPs, toPs));
    ledger.add(Cause.PAUSED, nic, fromPs, paused);
    long left = toPs - fromPs - paused;
    long at = fromPs + paused;
    if (slotWaitPs > 0) {
      ledger.add(Cause.NIC_ENGINE, nic, at, left);
      return;
    }
    if (again) {
      ledger.add(path.hasTimedOutSince(fromPs) ? Cause.TIMEOUT : Cause.LOSS_WAIT, lostAt, at, left);
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
    if (slotsAreLimited) {
      ledger.add(Cause.NIC_ENGINE, nic, at, left);
    } else if (hasWindow || needsCredit) {
      byWindow(at, left); // it shrank meanwhile
    } else {
      byNetwork(Cause.PACE, at, left); // it was slower for some of the time
    }
  }

  /** Attributes time without room in the window; where receivers grant credit, the window is the remaining credit. */
  private void byWindow(long fromPs, long ps) {
    if (needsCredit) {
      ledger.add(Cause.CREDIT, path.last(), fromPs, ps);
    } else {
      byNetwork(Cause.WINDOW, fromPs, ps);
    }
  }

  /**
   * Attributes time in which window or pace delayed the flow: to the hop that determined the rate, or to the pause where that hop
   * was paused; to the control alone where no hop of the path was busy.
   */
  private void byNetwork(Cause cause, long fromPs, long ps) {
    PathPort hop = path.ruling();
    long paused = hop == null ? 0 : (long) (ps * hop.pausedShare());
    ledger.add(Cause.PAUSED, hop, fromPs, paused);
    long endPs = fromPs + Math.max(0, ps);
    hop = path.busy(hop, endPs);
    PathPort late = cause == Cause.WINDOW ? path.late() : null;
    if (late != null && (hop == null || late.recentWaitPs() > hop.recentWaitPs())) {
      ledger.add(Cause.LATE_ACKS, late, fromPs + paused, ps - paused);
      return;
    }
    ledger.add(hop != null ? cause : cause == Cause.WINDOW ? Cause.OWN_WINDOW : Cause.OWN_PACE, hop, fromPs + paused,
        ps - paused);
  }

  /**
   * Attributes the time after the last packet: waits of the packet and its acknowledgement, and the rest of the path both ways.
   *
   * @param stays stays of both packets at ports, the earliest first
   */
  void close(List<LastWay.Stay> stays, long nowPs) {
    path.endPauses(nowPs);
    sendingEnds(Math.min(freeSincePs, nowPs));
    long atPs = Math.min(freeSincePs, nowPs);
    for (LastWay.Stay stay : stays) {
      long fromPs = Math.clamp(stay.fromPs(), atPs, nowPs);
      long toPs = Math.clamp(stay.toPs(), fromPs, nowPs);
      ledger.add(Cause.LAST_WAY, null, atPs, fromPs - atPs);
      long paused = stay.isAnswer() ? 0 : Math.min(toPs - fromPs, stay.at().pausedWithin(fromPs, toPs));
      ledger.add(Cause.PAUSED, stay.at(), fromPs, paused);
      ledger.add(stay.isAnswer() ? Cause.LAST_ACK : Cause.LAST_QUEUE, stay.at(), fromPs + paused, toPs - fromPs - paused);
      atPs = toPs;
    }
    ledger.add(Cause.LAST_WAY, null, atPs, nowPs - atPs);
  }

  /**
   * Attributes the time after the last packet of a flow that has not finished when the simulation ends to the cause of its wait.
   *
   * @param stays stays of the last packet at ports, the earliest first
   * @param held port that holds the packet, by a pause or in its queue; null where no port does
   */
  void close(List<LastWay.Stay> stays, StallReport.Reason reason, @Nullable Port held, long nowPs) {
    path.endPauses(nowPs);
    sendingEnds(Math.min(freeSincePs, nowPs));
    long atPs = Math.min(freeSincePs, nowPs);
    PathPort nic = path.nic();
    PathPort at = held == null ? nic : path.any(held);
    switch (reason) {
      case PAUSED -> ledger.add(Cause.PAUSED, at, atPs, nowPs - atPs);
      case QUEUED -> ledger.add(Cause.LAST_QUEUE, at, atPs, nowPs - atPs);
      case NO_ROUTE -> {
        Port down = outages.during(path.cables(), atPs, nowPs);
        ledger.add(Cause.LINK_DOWN, down == null ? nic : path.any(down), atPs, nowPs - atPs);
      }
      case WAITING_FOR_SLOT -> ledger.add(Cause.NIC_ENGINE, nic, atPs, nowPs - atPs);
      case FLUSHED -> {
        boolean isBehind = !hasSent;
        ledger.add(isBehind ? Cause.CONNECTION_BUSY : Cause.LOSS_WAIT, isBehind ? null : lostAt, atPs, nowPs - atPs);
      }
      case FAILED -> {
        Port down = outages.during(path.cables(), atPs, nowPs);
        ledger.add(down == null ? Cause.LOSS_WAIT : Cause.LINK_DOWN, down == null ? lostAt : path.any(down), atPs, nowPs - atPs);
      }
      case NO_ACK -> ledger.add(Cause.LOSS_WAIT, lostAt, atPs, nowPs - atPs);
      case QUEUED_BEHIND -> ledger.add(Cause.CONNECTION_BUSY, null, atPs, nowPs - atPs);
      case PACED -> ledger.add(Cause.OWN_PACE, null, atPs, nowPs - atPs);
      default -> {
        if (lostAt == null) {
          close(stays, nowPs);
        } else {
          ledger.add(Cause.LOSS_WAIT, lostAt, atPs, nowPs - atPs);
        }
      }
    }
  }
}
