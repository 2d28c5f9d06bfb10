package dev.inflight.live.device.ring;

import dev.inflight.live.os.NetworkInterface;

/** Binding of a ring to an interface by name: a removed interface may return with another number or the same one. */
final class Binding {
  /** Socket of a ring. */
  interface Ring {
    /** Binds it to an interface, which may differ from the one before; returns the result of the call. */
    int bind(int index);

    /** Removes a pending error of the socket; see {@link PacketSocket#takeError}. */
    int takeError();
  }

  private final NetworkInterface link;
  private final Ring ring;
  private int index;
  private boolean unbound;

  /** Creates the binding of a ring that is bound to the interface under its current number. */
  Binding(NetworkInterface link, Ring ring, int index) {
    this.link = link;
    this.ring = ring;
    this.index = index;
  }

  /** Rebinds the ring to the interface if necessary; returns true if the interface is up. */
  boolean follow() {
    unbound |= ring.takeError() != 0; // a new interface may have the same number
    boolean up = link.isUp();
    int now = link.index();
    if (up && (unbound || now != index) && now > 0 && ring.bind(now) >= 0) {
      index = now;
      unbound = false;
    }
    return up;
  }
}
