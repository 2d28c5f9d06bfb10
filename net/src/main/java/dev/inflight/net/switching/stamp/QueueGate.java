package dev.inflight.net.switching.stamp;

import dev.inflight.net.link.Packet;
import dev.inflight.net.telemetrypackets.StampRule;

/**
 * A gate that opens while a queue is at the port.
 *
 * @param rule least length of the queue, and the headers that depend on it
 */
public record QueueGate(StampRule rule) implements StampGate {
  @Override
  public boolean opens(Packet packet, int queueBytes, long startPs) {
    return rule.writes(packet.code, queueBytes);
  }
}
