package dev.inflight.net.balance;

import dev.inflight.net.link.Flow;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.Routes;

/**
 * A hash chooses a port with a probability in proportion to its weight (WCMP, EuroSys'14).
 *
 * @param by weight of a port
 */
public record Weighted(By by) implements Routing {
  /** By all paths after a port. */
  public static final Weighted DEFAULT = new Weighted(By.WAY);

  /** Definitions of a port's weight. */
  public enum By {
    /** The smaller of its cable's rate and the total capacity of all shortest paths onward to the last switch. */
    WAY,
    /** The rate of its cable. */
    CABLE
  }

  @Override
  public String name() {
    return "weighted";
  }

  @Override
  public PortChoice choice(EcmpHash usual) {
    return new OverNoRoutes(by, usual);
  }

  /** The choice before routes exist. */
  private record OverNoRoutes(By by, EcmpHash hash) implements PortChoice {
    @Override
    public int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost) {
      return hash.choose(ports, flow, forward, entropy, node, isHost);
    }

    @Override
    public PortChoice over(Routes routes) {
      return new ByRate(by, hash, routes, routes.cabling());
    }
  }

  /** The choice at switches; hosts choose their NIC by the hash alone. */
  private record ByRate(By by, EcmpHash hash, Routes routes, Cabling cabling) implements PortChoice {
    @Override
    public int choose(int[] ports, Flow flow, boolean forward, int entropy, int node, boolean isHost) {
      if (isHost || ports.length == 1) {
        return hash.choose(ports, flow, forward, entropy, node, isHost);
      }
      int to = forward ? flow.destination() : flow.source();
      long total = 0;
      for (int port : ports) {
        total += weight(port, to);
      }
      long left = Math.unsignedMultiplyHigh((long) hash.hash(flow, forward, entropy, node, false) << Integer.SIZE, total);
      for (int position = 0; position < ports.length; position++) {
        left -= weight(ports[position], to);
        if (left < 0) {
          return position;
        }
      }
      throw new IllegalStateException("weights of ports at node " + node + " have changed");
    }

    /** Weight of a port, in bits per second. */
    private long weight(int port, int to) {
      long own = cabling.link(port).rateBitsPerSec();
      int next = cabling.neighbor(port);
      if (by == By.CABLE || next == to) {
        return own;
      }
      long behind = 0;
      for (int each : routes.nextPorts(next, to)) {
        if (cabling.neighbor(each) == to) {
          return own; // the last cable is the same on all paths
        }
        behind += weight(each, to);
      }
      return Math.min(own, behind);
    }
  }
}
