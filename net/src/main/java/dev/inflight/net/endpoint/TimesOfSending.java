package dev.inflight.net.endpoint;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import java.util.HashMap;
import java.util.Map;

/**
 * Departure times of a host's unacknowledged data packets: RoCEv2 carries no time of sending, so a program that turns packets
 * into frames and back stores it.
 */
public final class TimesOfSending {
  private final Map<Flow, SendTimes> ofFlows = new HashMap<>();

  /** Stores the time of a packet that leaves the host. */
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

  /** Removes a flow, of which no packet is sent or answered any more. */
  public void forget(Flow flow) {
    ofFlows.remove(flow);
  }

  /**
   * Handles a packet that arrives at the host; it gets the time of sending of the packet that it answers, or its own time if that
   * is unknown.
   */
  public void arrives(Packet packet, long arrivalPs) {
    packet.sentPs = arrivalPs;
    if (packet.kind == Packet.Kind.ACK || packet.kind == Packet.Kind.NACK || packet.kind == Packet.Kind.TRIM_NACK
        || packet.kind == Packet.Kind.REFUSAL || packet.kind == Packet.Kind.RETURNED) {
      SendTimes times = ofFlows.get(packet.flow());
      packet.sentPs = times == null ? arrivalPs : times.answered(packet, arrivalPs);
    }
  }
}
