package dev.inflight.net.link;

/** Observes the packets that arrive at a port, without an effect on them. */
@FunctionalInterface
public interface ArrivalTap {
  /** Called when a packet's last bit has arrived, at its {@code timePs}, and its cable did not lose it; it is as it was sent. */
  void arrived(Packet packet);
}
