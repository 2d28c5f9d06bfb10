package dev.inflight.sim.testing;

import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.TopologyGenerator;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** Contract of all topologies. Each constant is a rule, which a test checks alone or with others: {@link AdmissionContract}. */
public enum TopologyContract {
  /** The name is valid in scenarios: lower-case letters, digits and {@code -}, at most 40, with a letter first. */
  HAS_A_NAME(generator -> Contract.requireName(generator.name())),
  /** Hosts have the numbers from 0, and there are two or more. */
  HOSTS_COME_FIRST(TopologyContract::checkHosts),
  /** Cables lead from each host to each other one, through switches only: hosts do not forward. */
  HOSTS_REACH_EACH_OTHER(TopologyContract::checkReach),
  /** The generator builds the same topology each time. */
  BUILDS_THE_SAME(TopologyContract::checkSame);

  private final Consumer<TopologyGenerator> rule;

  TopologyContract(Consumer<TopologyGenerator> rule) {
    this.rule = rule;
  }

  /**
   * Checks this rule.
   *
   * @throws AssertionError with the names of the checked object and of the rule, and the violation
   */
  public void check(TopologyGenerator generator) {
    Contract.check(generator.name(), this, () -> rule.accept(generator));
  }

  /**
   * Checks all rules.
   *
   * @throws AssertionError for the first violated rule
   */
  public static void checkAll(TopologyGenerator generator) {
    for (TopologyContract each : values()) {
      each.check(generator);
    }
  }

  private static void checkHosts(TopologyGenerator generator) {
    int[] hosts = generator.build().hosts();
    Contract.require(hosts.length >= 2, "it has " + hosts.length + " hosts; flows need two");
    for (int at = 0; at < hosts.length; at++) {
      Contract.require(hosts[at] == at, "host " + at + " has the number " + hosts[at] + "; hosts are numbered first, from 0");
    }
  }

  private static void checkReach(TopologyGenerator generator) {
    Topology topology = generator.build();
    List<List<Topology.Link>> links = topology.linksOfNodes();
    var hosts = new BitSet();
    for (int host : topology.hosts()) {
      hosts.set(host);
    }
    // From each host, because two hosts that reach a third one need not reach each other.
    for (int host : topology.hosts()) {
      checkReach(topology, links, hosts, host);
    }
  }

  private static void checkReach(Topology topology, List<List<Topology.Link>> links, BitSet hosts, int start) {
    var seen = new BitSet();
    var next = new ArrayDeque<Integer>();
    seen.set(start);
    next.add(start);
    while (!next.isEmpty()) {
      int node = next.remove();
      for (Topology.Link link : links.get(node)) {
        int far = link.a() == node ? link.b() : link.a();
        if (!seen.get(far)) {
          seen.set(far);
          if (!hosts.get(far)) {
            next.add(far);
          }
        }
      }
    }
    for (int host : topology.hosts()) {
      Contract.require(seen.get(host), "no cables lead through switches from host " + start + " to host " + host);
    }
  }

  private static void checkSame(TopologyGenerator generator) {
    Topology one = generator.build();
    Topology other = generator.build();
    Contract.require(
        one.nodeCount() == other.nodeCount() && Arrays.equals(one.hosts(), other.hosts()) && one.links().equals(other.links()),
        "it builds different nodes or cables the second time");
  }
}
