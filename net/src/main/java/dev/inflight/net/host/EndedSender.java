package dev.inflight.net.host;

import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;

/** Replaces a sender that has finished: receives and counts late packets. */
public final class EndedSender extends FlowEnd {
  private final HostContext context;

  /** Makes an end for any finished flow of a host; late packets have no effect on the flow. */
  public EndedSender(Host host) {
    context = host.context();
  }

  @Override
  public void receive(Packet packet) {
    take(packet, context);
  }

  /** Counts and releases a packet that arrived after the flow's end. */
  static void take(Packet packet, HostContext context) {
    HostCounters counters = context.counters();
    if (packet.kind == Packet.Kind.CNP) {
      counters.cnps++;
    } else if (packet.kind == Packet.Kind.NOTIFICATION || packet.kind == Packet.Kind.TALLY) {
      counters.notificationTaken(packet, context.rules.gapBytes);
      counters.notificationsLate++;
    } else if (packet.kind == Packet.Kind.WINDOW) {
      counters.windowTaken(packet, context.rules.credits != null, context.rules.gapBytes);
    } else if (packet.kind == Packet.Kind.PATH_REPORT) {
      counters.pathReportTaken(packet, context.rules.gapBytes);
    } else if (packet.kind == Packet.Kind.SWITCH_ANSWER) {
      counters.switchAnswerTaken(packet, context.rules.gapBytes);
      counters.switchAnswersLate++;
    }
    context.pool.release(packet);
  }

  @Override
  public long expectedNumber() {
    throw new IllegalStateException("the flow has finished");
  }
}
