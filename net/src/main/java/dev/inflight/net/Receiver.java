package dev.inflight.net;

import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a flow: takes bytes in order (go-back-N, as RoCE NICs do), acknowledges every n-th packet, after a time at the
 * latest, and always the last one; asks once for what is missing, and again when it stays missing. An acknowledgement is the data
 * packet itself, turned around, so that its telemetry comes back as it arrived.
 */
final class Receiver extends Event {
  /** A gap that stays is reported again after this time; also the authors' value. */
  private static final long NACK_INTERVAL_PS = 500_000_000L;

  private final Flow flow;
  private final Host.Shared shared;
  private final Host host;

  private long expected;
  private long nackedSequence = -1;
  private long nackAgainAtPs;

  private int unacknowledgedPackets;
  private boolean unacknowledgedMark;
  private @Nullable Packet held; // the newest packet not acknowledged yet
  private boolean timerScheduled;
  private long ackDueAtPs;

  Receiver(Flow flow, Host host) {
    this.flow = flow;
    this.host = host;
    shared = host.shared();
  }

  void onData(Packet packet) {
    if (packet.sequence == expected) {
      accept(packet);
    } else if (packet.sequence > expected) {
      shared.counters().uselessBytes += packet.payloadBytes;
      if (nackedSequence != expected || packet.timePs >= nackAgainAtPs) {
        nackedSequence = expected;
        nackAgainAtPs = packet.timePs + NACK_INTERVAL_PS;
        answer(packet, Packet.Kind.NACK);
      } else {
        shared.pool().release(packet);
      }
    } else {
      shared.counters().uselessBytes += packet.payloadBytes;
      if (shared.rules().authors() && !packet.afterTimeout) {
        shared.pool().release(packet); // the authors' receiver is silent on duplicates
      } else {
        answer(packet, Packet.Kind.ACK);
      }
    }
  }

  private void accept(Packet packet) {
    expected += packet.payloadBytes;
    shared.counters().deliveredBytes += packet.payloadBytes;
    if (++unacknowledgedPackets >= shared.rules().ackEveryPackets() || expected >= flow.sizeBytes()) {
      answer(packet, Packet.Kind.ACK);
      return;
    }
    unacknowledgedMark |= packet.ecnMarked;
    dropHeld();
    held = packet;
    if (unacknowledgedPackets == 1) {
      ackDueAtPs = packet.timePs + shared.rules().ackDelayPs();
      if (!timerScheduled) {
        scheduleTimer();
      }
    }
  }

  private void scheduleTimer() {
    Nic nic = host.firstNic();
    timerScheduled = true;
    key = nic.nextKey();
    nic.loop().schedule(this, ackDueAtPs);
  }

  @Override
  public void fire() {
    timerScheduled = false;
    Packet packet = held;
    if (packet == null) {
      return;
    }
    if (timePs < ackDueAtPs) {
      scheduleTimer();
      return;
    }
    held = null;
    packet.timePs = timePs;
    answer(packet, Packet.Kind.ACK);
  }

  private void dropHeld() {
    if (held != null) {
      shared.pool().release(held);
      held = null;
    }
  }

  private void answer(Packet packet, Packet.Kind kind) {
    packet.ecnMarked |= unacknowledgedMark;
    unacknowledgedMark = false;
    unacknowledgedPackets = 0;
    dropHeld();
    packet.kind = kind;
    packet.sequence = expected;
    packet.payloadBytes = 0;
    packet.sizeBytes = shared.rules().framing().ackBytes(packet.telemetryBytes);
    if (!shared.routes().refresh(flow)) {
      host.lose(packet.at, packet, Observer.Loss.NO_ROUTE, packet.timePs);
      return;
    }
    packet.path = flow.ackPath;
    packet.routeEpoch = flow.routeEpoch;
    packet.hop = 0;
    ((Nic) flow.ackPath[0]).sendAck(packet);
  }
}
