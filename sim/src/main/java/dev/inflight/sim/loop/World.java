package dev.inflight.sim.loop;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;

/** Given time and cables, instead of a {@link VirtualLoop} and {@link Cable}s of a run. All is in one thread. */
public interface World {
  /** Timeline of the world. */
  Timeline timeline();

  /** The cable from one port to another. */
  Wire cable(Port from, Port to);

  /** The fabric is there, with the cables that it has made; nothing runs yet. */
  void begin(Fabric fabric);
}
