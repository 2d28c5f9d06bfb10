package dev.inflight.net.balance.given;

import dev.inflight.net.balance.Routing;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Packets take the given routes; a hash chooses where no route is given.
 *
 * @param routes rows, separated by commas, of source, destination, switch, next hop and optionally a weight; {@code *} stands for
 * any source or destination. If several rows match, a hash chooses one in proportion to the weights
 */
public record Static(String routes) implements Routing {
  /** Without a row, which no fabric runs with. */
  public static final Static DEFAULT = new Static("");

  @Override
  public String name() {
    return "static";
  }

  /** Returns false, although a source port is hashed if rows leave a choice. */
  @Override
  public boolean hashesSourcePorts() {
    return false;
  }

  @Override
  public @Nullable String problem(Topology topology) {
    var cabling = new Cabling(topology);
    try {
      GivenRoutes.read(routes, topology).check(topology,
          new Routes(cabling, new Port[cabling.ports()], (ports, flow, forward, entropy, node, isHost) -> 0, false));
      return null;
    } catch (IllegalArgumentException refused) {
      return refused.getMessage();
    }
  }

  @Override
  public PortChoice choice(EcmpHash usual) {
    return new Unread(routes, usual);
  }

  /** Rows before the topology is known. */
  private record Unread(String routes, EcmpHash hash) implements PortChoice {
    @Override
    public int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost) {
      return hash.choose(ports, flow, forward, entropy, node, isHost);
    }

    @Override
    public PortChoice over(Routes over) {
      Cabling cabling = over.cabling();
      return new Given(GivenRoutes.read(routes, cabling.topology()), hash, cabling);
    }
  }

  private record Given(GivenRoutes rows, EcmpHash hash, Cabling cabling) implements PortChoice {
    @Override
    public int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost) {
      GivenRoutes.@Nullable Next next = isHost || ports.length == 1
          ? null
          : rows.find(forward ? flow.source() : flow.destination(), forward ? flow.destination() : flow.source(), node);
      long total = next == null ? 0 : weight(next, ports);
      if (next == null || total == 0) {
        return hash.choose(ports, flow, forward, entropy, node, isHost);
      }
      int hashed = hash.hash(flow, forward, entropy, node, false);
      long left = Math.unsignedMultiplyHigh((long) hashed << Integer.SIZE, total);
      for (int position = 0; position < ports.length; position++) {
        left -= next.weight(cabling.neighbor(ports[position]));
        if (left < 0) {
          return position;
        }
      }
      throw new IllegalStateException("weights of rows for node " + node + " have changed");
    }

    /** Weight of the ports of a row: each of parallel cables has the row's weight. */
    private long weight(GivenRoutes.Next next, int[] ports) {
      long sum = 0;
      for (int port : ports) {
        sum += next.weight(cabling.neighbor(port));
      }
      return sum;
    }
  }
}
