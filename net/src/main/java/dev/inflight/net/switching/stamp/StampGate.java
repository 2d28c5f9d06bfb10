package dev.inflight.net.switching.stamp;

import dev.inflight.net.link.Packet;

/** A port's decision, header by header, whether it writes its record. */
public interface StampGate {
  /**
   * True if the port writes into a packet.
   *
   * @param packet a packet with a telemetry header
   * @param queueBytes bytes that wait at the port behind it
   * @param startPs time at which its first bit leaves, in picoseconds
   */
  boolean opens(Packet packet, int queueBytes, long startPs);
}
