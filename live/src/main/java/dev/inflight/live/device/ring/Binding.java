package dev.inflight.live.device.ring;

import dev.inflight.live.os.NetworkInterface;

/** Keeps a ring at the interface of a name: one that was removed may come back, with another number or with the same. */
final class Binding {
  /** What the kernel says and takes of a ring's socket. */
  interface Ring {
    /** Binds it to an interface, which may be another than before; the result is that of the call. */
    int bind(int index);

    /** Takes an error that waits to be reported; see {@link PacketSocket#takeError}. */
    int takeError();
  }

  private final NetworkInterface link;
  private final Ring ring;
  private int index;
  private boolean unbound;

  /** The binding of a ring that is bound to the interface under its number of now. */
  Binding(NetworkInterface link, Ring ring, int index) {
    this.link = link;
    this.ring = ring;
    this.index = index;
  }

  /** Binds the ring to the interface again where it must; returns whether the interface is up. */
  boolean follow() {
    unbound |= ring.takeError() != 0; // made again, it may have the number that it had
    boolean up = link.isUp();
    int now = link.index();
    if (up && (unbound || now != index) && now > 0 && ring.bind(now) >= 0) {
      index = now;
      unbound = false;
    }
    return up;
  }
}
