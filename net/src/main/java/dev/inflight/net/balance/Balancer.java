package dev.inflight.net.balance;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a switch's port for packets without a valid path. An abstract class: calls to its only loaded subclass cost nothing.
 *
 * <p>A switch detects failures of its own cables at once, so packets leave over others, if there are any.
 */
public abstract class Balancer {
  private static final int NONE = -1;

  /** Routes of packets. */
  protected final Routes routes;
  /** The switch's number. */
  protected final int node;

  /** Makes the balancer of a switch. */
  protected Balancer(Routes routes, int node) {
    this.routes = routes;
    this.node = node;
  }

  /**
   * Returns the egress port of a packet that arrived at {@link Packet#timePs}.
   *
   * @param in the packet's ingress port
   * @return null if no route leads to the packet's destination
   */
  public abstract @Nullable Port next(Packet packet, Port in);

  /**
   * Attaches the balancer to a switch.
   *
   * @param at the switch
   * @param signalBytes frame size of its signals to other switches
   */
  public void join(BalancedSwitch at, int signalBytes) {
  }

  /** Takes a packet for which {@link #next} gave no port, if it ends at this switch; false when it does not. */
  public boolean takes(Packet packet) {
    return false;
  }

  /**
   * True if the balancer itself sends this packet, now or later, which has entered the switch's memory and would leave now.
   *
   * @param out the port that {@link #next} gave for it
   */
  public boolean keeps(Packet packet, Port out) {
    return false;
  }

  /** Packets that the balancer holds back. */
  public List<Packet> held() {
    return List.of();
  }

  /** Counters of reordering; null without it. */
  public @Nullable ReorderCounts reorderCounts() {
    return null;
  }

  /** True if a packet is balanced: data, and packets that collect telemetry for it along its way. */
  protected static boolean isBalanced(Packet packet) {
    return packet.kind.measured;
  }

  /** A port by its number. */
  protected final Port port(int number) {
    return routes.port(number);
  }

  /** True if a port is among these, and its cable works. */
  public final boolean isUsable(int number, int[] here) {
    for (int each : here) {
      if (each == number) {
        return routes.port(number).isUp();
      }
    }
    return false;
  }

  /** Returns one of the ports with working cables, each as likely; one of all if none works. */
  public final int any(int[] here, Draws draws) {
    int working = 0;
    for (int each : here) {
      working += routes.port(each).isUp() ? 1 : 0;
    }
    if (working == 0) {
      return here[draws.below(here.length)];
    }
    int left = working == 1 ? 0 : draws.below(working);
    int chosen = NONE;
    for (int each : here) {
      if (chosen == NONE && routes.port(each).isUp() && left-- == 0) {
        chosen = each;
      }
    }
    return chosen;
  }
}
