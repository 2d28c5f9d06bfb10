package dev.inflight.net.link;

/** Observes the packets that arrive at a port, without an effect on them. */
@FunctionalInterface
public interface ArrivalTap {
  /** Called at {@code timePs}, when a packet's last bit has arrived and its cable did not lose it. The packet is unchanged. */
  void arrived(Packet packet);
}
