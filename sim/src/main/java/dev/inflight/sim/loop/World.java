package dev.inflight.sim.loop;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;

/** Time and cables that a caller supplies, instead of a {@link VirtualLoop} and {@link Cable}s. All is in one thread. */
public interface World {
  /** Timeline of the world. */
  Timeline timeline();

  /** The cable from one port to another. */
  Wire cable(Port from, Port to);

  /** Called when the fabric and its cables exist; nothing runs yet. */
  void begin(Fabric fabric);
}
