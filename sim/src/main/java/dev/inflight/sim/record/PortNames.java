package dev.inflight.sim.record;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a fabric's ports. Each is made once, on first use, so that repeated events at a port allocate nothing. Parts that
 * run in parallel may use it, each for its own ports.
 */
public final class PortNames {
  private final Fabric fabric;
  private final @Nullable PortName[] names;

  public PortNames(Fabric fabric) {
    this.fabric = fabric;
    names = new PortName[fabric.cabling().ports()];
  }

  /** Number of ports, including those of other processes' nodes. */
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
