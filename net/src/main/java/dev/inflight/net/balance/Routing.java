package dev.inflight.net.balance;

import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import dev.inflight.net.route.Routes;
import dev.inflight.net.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Choice of switches among several equally short paths. Hosts with several NICs choose theirs by the hash, whatever the switches'
 * rule, and so do switches for packets without written telemetry: answers, and control packets of connections.
 */
public interface Routing {
  /** Name in scenarios, such as {@code drill}. */
  String name();

  /**
   * The choice that is the same for all packets of a flow's direction.
   *
   * @param usual the fabric's own hash
   */
  default PortChoice choice(EcmpHash usual) {
    return usual;
  }

  /** True if switches choose anew during a flow; otherwise all of its packets take the path of {@link #choice}. */
  default boolean switchesChoose() {
    return false;
  }

  /** True if each packet may take a different path than the previous one, so that packets of a flow often overtake each other. */
  default boolean choosesByPacket() {
    return false;
  }

  /** True if leaf switches send signals to each other, apart from packets of flows. */
  default boolean sendsSignals() {
    return false;
  }

  /** True if the hash of a packet depends on its source port, so that a flow with several has several paths. */
  default boolean hashesSourcePorts() {
    return true;
  }

  /** Why switches of a topology cannot choose so, in a sentence; null when they can. */
  default @Nullable String problem(Topology topology) {
    return null;
  }

  /**
   * Makes the balancers of a fabric's switches.
   *
   * @param seed seed of all random choices
   */
  default Balancers balancers(Routes routes, long seed) {
    return node -> new HashBalancer(routes, node);
  }

  /** Balancers of switches; each is used in its switch's thread only. */
  @FunctionalInterface
  interface Balancers {
    /** Makes the balancer of one switch. */
    Balancer of(int node);
  }
}
