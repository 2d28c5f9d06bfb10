package dev.inflight.sim.testing;

import dev.inflight.net.balance.Routing;
import dev.inflight.net.link.Flow;
import dev.inflight.net.route.EcmpHash;
import dev.inflight.net.route.PortChoice;
import java.util.function.Consumer;

/**
 * Contract of all routings, for the choice of a flow's path. Each constant is a rule, which a test checks alone or with the
 * others, as in {@link AdmissionContract}. No rule checks later choices during a flow, whether switches share state, or whether a
 * choice creates objects.
 */
public enum RoutingContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(routing -> Contract.requireName(routing.name())),
  /** The choice is one of the ports. */
  CHOOSES_A_PORT(RoutingContract::checkPort),
  /** All packets of a flow's direction get the same port, also after choices for other flows. */
  FLOWS_KEEP_THEIR_PORT(RoutingContract::checkSame);

  private static final int FLOWS = 500;
  private static final int NODE = 40;
  private static final EcmpHash USUAL = (source, destination, sourcePort, _, node,
      _) -> (((source * 31 + destination) * 31 + sourcePort) * 31 + node) * 0x9E3779B9 >>> 7;

  private final Consumer<Routing> rule;

  RoutingContract(Consumer<Routing> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(Routing routing) {
    Contract.check(routing.name(), this, () -> rule.accept(routing));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(Routing routing) {
    for (RoutingContract each : values()) {
      each.check(routing);
    }
  }

  private static Flow flow(int id) {
    return new Flow(id, id % 16, 16 + id % 7, 10_000 + 7 * id, 4791, 3, 1_000_000, 0);
  }

  private static int choose(PortChoice choice, Flow flow, int count) {
    int[] ports = new int[count];
    for (int at = 0; at < count; at++) {
      ports[at] = at + 3;
    }
    int chosen = choice.choose(ports, flow, true, 0, NODE, false);
    Contract.require(chosen >= 0 && chosen < count, "it chooses position " + chosen + " of " + count + " ports");
    return chosen;
  }

  private static void checkPort(Routing routing) {
    PortChoice choice = routing.choice(USUAL);
    for (int id = 0; id < FLOWS; id++) {
      for (int count : new int[] {1, 2, 3, 8, 64}) {
        choose(choice, flow(id), count);
      }
    }
  }

  private static void checkSame(Routing routing) {
    PortChoice choice = routing.choice(USUAL);
    for (int id = 0; id < FLOWS; id++) {
      Flow one = flow(id);
      int first = choose(choice, one, 8);
      choose(choice, flow(id + 1), 8);
      int again = choose(choice, one, 8);
      Contract.require(again == first, "flow " + id + " has port " + first + ", but later port " + again);
    }
  }
}
