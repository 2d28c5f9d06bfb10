package dev.inflight.lab.fabric;

import dev.inflight.lab.print.Quoted;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Differences between two topologies. */
final class TopologyDifference {
  private TopologyDifference() {
  }

  /** Returns the first difference as a sentence; empty where there is none. */
  static Optional<String> of(Topology one, Topology other, boolean withNames) {
    if (one.nodeCount() != other.nodeCount()) {
      return Optional.of("read back, it has " + other.nodeCount() + " nodes and not " + one.nodeCount());
    }
    for (int node = 0; node < one.nodeCount(); node++) {
      if (one.isSwitch(node) != other.isSwitch(node)) {
        return Optional.of("read back, " + one.name(node) + " is a " + other.kind(node));
      }
    }
    Optional<String> ofLinks = ofLinks(one, other.links());
    return ofLinks.isPresent() || !withNames ? ofLinks : ofNames(one, other);
  }

  static Optional<String> ofNames(Topology one, Topology other) {
    for (int node = 0; node < one.nodeCount(); node++) {
      String name = one.names().name(node);
      if (!name.equals(other.names().name(node))) {
        return Optional.of("read back, " + Quoted.of(name) + " is called " + Quoted.of(other.names().name(node)));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofLinks(Topology one, List<Link> others) {
    if (one.links().size() != others.size()) {
      return Optional.of("read back, it has " + others.size() + " cables and not " + one.links().size());
    }
    for (int at = 0; at < others.size(); at++) {
      Link link = one.links().get(at);
      if (!link.equals(others.get(at))) {
        return Optional.of("read back, cable " + (at + 1) + ", from " + one.nameAlone(link.a()) + " to " + one.nameAlone(link.b())
            + ", is another one");
      }
    }
    return Optional.empty();
  }

  /** Reports whether two topologies are the same except for a permutation of the numbers of the second one's switches. */
  static boolean isOfNumbers(Topology one, Topology other) {
    if (one.nodeCount() != other.nodeCount() || one.links().size() != other.links().size()) {
      return false;
    }
    int[] numbers = new int[one.nodeCount()];
    Arrays.fill(numbers, -1);
    int[] back = numbers.clone();
    for (int at = 0; at < one.links().size(); at++) {
      Link link = one.links().get(at);
      Link same = other.links().get(at);
      for (int[] pair : new int[][] {{link.a(), same.a()}, {link.b(), same.b()}}) {
        boolean fits = one.isSwitch(pair[0]) == other.isSwitch(pair[1]) && (one.isSwitch(pair[0]) || pair[0] == pair[1])
            && (numbers[pair[0]] < 0 && back[pair[1]] < 0 || numbers[pair[0]] == pair[1] && back[pair[1]] == pair[0]);
        if (!fits) {
          return false;
        }
        numbers[pair[0]] = pair[1];
        back[pair[1]] = pair[0];
      }
      if (link.rateBitsPerSec() != same.rateBitsPerSec() || link.delayPs() != same.delayPs()
          || link.lossRate() != same.lossRate()) {
        return false;
      }
    }
    return true;
  }
}
