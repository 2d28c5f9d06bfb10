package dev.inflight.net.balance;

import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * How switches choose one of several equally short paths. Hosts with several NICs choose theirs by the hash, whatever switches do, and so do
 * switches for packets that no telemetry is written into: answers, and what makes connections.
 */
public interface Routing {
  /** Its name in scenarios, such as {@code drill}. */
  String name();

  /**
   * The choice that is the same for all packets of a flow's direction.
   *
   * @param usual the fabric's own hash
   */
  default PortChoice choice(EcmpHash usual) {
    return usual;
  }

  /** Whether switches choose anew while a flow lasts; otherwise all of its packets take the way of {@link #choice}. */
  default boolean switchesChoose() {
    return false;
  }

  /** Whether each packet may take another path than the one before, so that packets of a flow overtake each other all the time. */
  default boolean choosesByPacket() {
    return false;
  }

  /** Whether leaf switches send signals to each other, apart from packets of flows. */
  default boolean sendsSignals() {
    return false;
  }

  /** Whether the hash of a packet depends on its source port, so that a flow with several has several paths. */
  default boolean hashesSourcePorts() {
    return true;
  }

  /** Why switches of a topology cannot choose so, in a sentence; null when they can. */
  default @Nullable String problem(Topology topology) {
    return null;
  }

  /**
   * Makes what switches of a fabric ask.
   *
   * @param seed of all random choices
   */
  default Balancers balancers(Routes routes, long seed) {
    return node -> new HashBalancer(routes, node);
  }

  /** What each switch asks, which lives in the switch's thread. */
  @FunctionalInterface
  interface Balancers {
    /** That of one switch. */
    Balancer of(int node);
  }
}
