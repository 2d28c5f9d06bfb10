package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Draws;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Routes;
import org.jspecify.annotations.Nullable;

/** {@link Drill} at a switch. */
final class DrillBalancer extends Balancer {
  private static final double PS_BITS_PER_BYTE = 8e12;

  private final Drill rules;
  private final Draws draws;
  private final int[] remembered;
  private int known;
  /** Candidates for a packet: numbers of ports, and their loads. */
  private final int[] examined;
  private final double[] loads;
  private int count;

  DrillBalancer(Drill rules, Routes routes, int node, long seed) {
    super(routes, node);
    this.rules = rules;
    draws = new Draws(seed, node);
    remembered = new int[rules.memory()];
    examined = new int[rules.choices() + rules.memory()];
    loads = new double[examined.length];
  }

  @Override
  public @Nullable Port next(Packet packet, Port in) {
    int[] here = routes.nextPorts(packet, node);
    if (here.length < 2 || !isBalanced(packet)) {
      return routes.reroute(packet, node);
    }
    packet.hop++;
    examine(here, packet.timePs);
    for (int first = 0; first < Math.max(1, Math.min(remembered.length, count)); first++) {
      moveLeast(first);
    }
    known = Math.min(remembered.length, count);
    System.arraycopy(examined, 0, remembered, 0, known);
    return port(examined[0]);
  }

  /** Collects the remembered ports that lead there, and some random ones: each port once. */
  private void examine(int[] here, long nowPs) {
    count = 0;
    for (int each = 0; each < known; each++) {
      if (isUsable(remembered[each], here)) {
        add(remembered[each], nowPs);
      }
    }
    if (rules.choices() >= here.length) {
      for (int each : here) {
        addOnce(each, nowPs);
      }
      return;
    }
    int wanted = Math.min(here.length, count + rules.choices());
    while (count < wanted) {
      int at = draws.below(here.length);
      while (!addOnce(here[at], nowPs)) { // the next that was not drawn
        at = at + 1 == here.length ? 0 : at + 1;
      }
    }
  }

  private boolean addOnce(int number, long nowPs) {
    for (int each = 0; each < count; each++) {
      if (examined[each] == number) {
        return false;
      }
    }
    add(number, nowPs);
    return true;
  }

  private void add(int number, long nowPs) {
    Port port = port(number);
    examined[count] = number;
    loads[count++] = port.isUp()
        ? port.waitingBytes() * PS_BITS_PER_BYTE / port.rateBitsPerSec() + Math.max(0, port.busyUntilPs() - nowPs)
        : Double.MAX_VALUE;
  }

  /** Moves the least loaded of those from {@code first} on there. */
  private void moveLeast(int first) {
    int least = first;
    for (int each = first + 1; each < count; each++) {
      least = loads[each] < loads[least] ? each : least;
    }
    int number = examined[least];
    double load = loads[least];
    examined[least] = examined[first];
    loads[least] = loads[first];
    examined[first] = number;
    loads[first] = load;
  }
}
