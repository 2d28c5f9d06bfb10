package dev.inflight.net.link;

/** Destination of a port's packets. Faults are decorators of it. */
public interface Wire {
  /**
   * Takes a packet with its last bit leaving the port at {@code endPs}, in picoseconds.
   *
   * @param packet the packet; the wire owns it from now on
   */
  void send(Packet packet, long endPs);
}
