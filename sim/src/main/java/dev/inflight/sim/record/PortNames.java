package dev.inflight.sim.record;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a fabric's ports. Each is made once, on first use, so that repeated events at a port allocate nothing. Parts that
 * run in parallel may use it, each for its own ports.
 */
public final class PortNames {
  private final Fabric fabric;
  private final IntUnaryOperator representative;
  private final @Nullable PortName[] names;

  /**
   * Makes the names.
   *
   * @param representative for each port, by number, the port with its results: itself, or one that does the same
   */
  public PortNames(Fabric fabric, IntUnaryOperator representative) {
    this.fabric = fabric;
    this.representative = representative;
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

  /** The port with the results of a port. */
  public Port representative(Port port) {
    int number = representative.applyAsInt(port.index());
    Cabling cabling = fabric.cabling();
    int node = cabling.node(number);
    return number == port.index() ? port : fabric.ports(node).get(number - cabling.firstPort(node));
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
