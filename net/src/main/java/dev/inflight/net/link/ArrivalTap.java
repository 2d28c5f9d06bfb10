package dev.inflight.net.link;

/** Sees the packets that arrive at a port; does not change what happens. */
@FunctionalInterface
public interface ArrivalTap {
  /** A packet's last bit has arrived, at its {@code timePs}, and its cable did not lose it; it is as it was sent. */
  void arrived(Packet packet);
}
