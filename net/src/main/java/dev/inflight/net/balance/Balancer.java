package dev.inflight.net.balance;

import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a switch asks about packets without a valid path. A class and not an interface, as calls to an only loaded heir cost nothing.
 *
 * <p>A switch knows at once which of its own cables have failed, so packets leave over others, if there are any.
 */
public abstract class Balancer {
  private static final int NONE = -1;

  /** Where packets can go. */
  protected final Routes routes;
  /** The switch's number. */
  protected final int node;

  /** At a switch. */
  protected Balancer(Routes routes, int node) {
    this.routes = routes;
    this.node = node;
  }

  /**
   * The port that a packet leaves through, which has arrived at {@link Packet#timePs}.
   *
   * @param in the port that it came in by
   * @return null when no route leads to where it goes
   */
  public abstract @Nullable Port next(Packet packet, Port in);

  /**
   * It belongs to a switch now.
   *
   * @param at the switch
   * @param signalBytes frame size of what it sends to other switches
   */
  public void join(BalancedSwitch at, int signalBytes) {
  }

  /** Takes a packet for which {@link #next} gave no port, if it ends at this switch; false when it does not. */
  public boolean takes(Packet packet) {
    return false;
  }

  /**
   * Whether it sends this packet by itself, now or later, which has entered the switch's memory and would leave now.
   *
   * @param out the port that {@link #next} gave for it
   */
  public boolean keeps(Packet packet, Port out) {
    return false;
  }

  /** Packets that it holds back. */
  public List<Packet> held() {
    return List.of();
  }

  /** What it counts; null where nothing is reordered. */
  public @Nullable ReorderCounts reorderCounts() {
    return null;
  }

  /** Whether it is one of the packets that are balanced: data, and what fetches telemetry for it along its way. */
  protected static boolean isBalanced(Packet packet) {
    return packet.kind.measured;
  }

  /** A port by its number. */
  protected final Port port(int number) {
    return routes.port(number);
  }

  /** Whether a port is among these, and its cable works. */
  public final boolean isUsable(int number, int[] here) {
    for (int each : here) {
      if (each == number) {
        return routes.port(number).isUp();
      }
    }
    return false;
  }

  /** One of the ports with working cables, each as likely; one of all when none does. */
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
