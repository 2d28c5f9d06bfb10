package dev.inflight.net.endpoint;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import java.util.HashMap;
import java.util.Map;

/**
 * When the data packets of a host left that are not acknowledged: RoCEv2 carries no time of sending, so a program that turns packets into frames and
 * back has to remember it.
 */
public final class TimesOfSending {
  private final Map<Flow, SendTimes> ofFlows = new HashMap<>();

  /** A packet leaves the host. */
  public void leaves(Packet packet) {
    if (packet.kind == Packet.Kind.DATA) {
      Flow flow = packet.flow();
      SendTimes times = ofFlows.get(flow);
      if (times == null) {
        times = new SendTimes();
        ofFlows.put(flow, times);
      }
      times.sent(packet.number, packet.sentPs);
    }
  }

  /** No packet of a flow is sent any more, and none answered. */
  public void forget(Flow flow) {
    ofFlows.remove(flow);
  }

  /** A packet arrives at the host; it gets the time at which what it answers was sent, or its own where that is not known. */
  public void arrives(Packet packet, long arrivalPs) {
    packet.sentPs = arrivalPs;
    if (packet.kind == Packet.Kind.ACK || packet.kind == Packet.Kind.NACK || packet.kind == Packet.Kind.TRIM_NACK
        || packet.kind == Packet.Kind.REFUSAL || packet.kind == Packet.Kind.RETURNED) {
      SendTimes times = ofFlows.get(packet.flow());
      packet.sentPs = times == null ? arrivalPs : times.answered(packet, arrivalPs);
    }
  }
}
