package dev.inflight.sim.record;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a fabric's ports. Each is made once, when it is first asked for, so that what happens at a port again and again allocates
 * nothing; parts that run side by side may ask, each for ports of its own.
 */
public final class PortNames {
  private final Fabric fabric;
  private final @Nullable PortName[] names;

  public PortNames(Fabric fabric) {
    this.fabric = fabric;
    names = new PortName[fabric.cabling().ports()];
  }

  /** How many ports there are, with those of nodes that are elsewhere. */
  public int count() {
    return names.length;
  }

  /** The fabric's ports, in order of their numbers. */
  public Stream<Port> ports() {
    return IntStream.range(0, fabric.topology().nodeCount()).mapToObj(fabric::ports).flatMap(List::stream);
  }

  /** The name of a port of this fabric. */
  public PortName of(Port port) {
    PortName name = names[port.index()];
    if (name == null) {
      name = PortName.of(port);
      names[port.index()] = name;
    }
    return name;
  }
}
