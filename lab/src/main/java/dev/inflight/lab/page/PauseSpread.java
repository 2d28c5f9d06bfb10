package dev.inflight.lab.page;

import dev.inflight.lab.page.PauseTree.OfRun;
import dev.inflight.lab.page.PauseTree.Pause;
import dev.inflight.lab.page.PauseTree.Place;
import dev.inflight.lab.statistics.Quantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * How far pauses spread and what they suppress (the HPCC paper's Figure 1). A pause is caused by that pause of the pausing node's own ports that
 * began last before it and lasts still; without one the node was congested by itself.
 */
final class PauseSpread {
  private static final int STEPS = 100;

  private final List<Pause> inOrder;
  /** Of each pause the place of the one that caused it; its own where none did. */
  private final int[] causes;

  PauseSpread(OfRun run) {
    inOrder = run.pauses().values().stream().flatMap(List::stream)
        .sorted(Comparator.comparingDouble(Pause::fromNs).thenComparingLong(pause -> pause.port().by())
            .thenComparingLong(pause -> pause.port().number()).thenComparingLong(pause -> pause.port().priority()))
        .toList();
    causes = new int[inOrder.size()];
    Map<Place, List<Integer>> lasting = new HashMap<>(); // by where they are, in order of their beginnings
    for (int at = 0; at < causes.length; at++) {
      Pause pause = inOrder.get(at);
      List<Integer> ofCauser = lasting.getOrDefault(new Place(pause.port().by(), pause.port().priority()), List.of());
      if (!ofCauser.isEmpty()) {
        ofCauser.removeIf(before -> inOrder.get(before).toNs() <= pause.fromNs());
      }
      causes[at] = ofCauser.isEmpty() ? at : ofCauser.getLast();
      lasting.computeIfAbsent(new Place(pause.port().node(), pause.port().priority()), place -> new ArrayList<>()).add(at);
    }
  }

  /** How many pauses there are so many hops from a node that was congested by itself: 1 hop first. */
  int[] depths() {
    int[] depths = new int[causes.length];
    for (int at = 0; at < causes.length; at++) {
      depths[at] = causes[at] == at ? 1 : depths[causes[at]] + 1; // causes come before what they cause
    }
    int[] counts = new int[Arrays.stream(depths).max().orElse(0)];
    for (int depth : depths) {
      counts[depth - 1]++;
    }
    return counts;
  }

  /** Of the pauses of nodes that were congested by themselves, the rates of hosts that each held up with all it caused, in bits per second; rising. */
  double[] suppressedBitsPerSec() {
    Map<Integer, Set<PauseTree.Port>> hosts = new HashMap<>();
    int[] roots = new int[causes.length];
    for (int at = 0; at < causes.length; at++) {
      roots[at] = causes[at] == at ? at : roots[causes[at]];
      Set<PauseTree.Port> held = hosts.computeIfAbsent(roots[at], root -> new HashSet<>());
      PauseTree.Port port = inOrder.get(at).port();
      if (port.hostBitsPerSec() > 0) {
        held.add(new PauseTree.Port(port.node(), port.number(), 0, port.by(), port.hostBitsPerSec())); // once for all priorities
      }
    }
    return hosts.values().stream().mapToDouble(held -> held.stream().mapToDouble(PauseTree.Port::hostBitsPerSec).sum()).sorted()
        .toArray();
  }

  /** Writes depths, and quantiles of the suppressed share of all hosts' rates in steps of a hundredth. */
  static void write(JsonGenerator json, OfRun run, double hostsBitsPerSec) {
    var spread = new PauseSpread(run);
    double[] suppressed = spread.suppressedBitsPerSec();
    json.writeStartObject();
    json.writeStringProperty("run", run.run());
    json.writeName("depths");
    json.writeStartArray();
    Arrays.stream(spread.depths()).forEach(json::writeNumber);
    json.writeEndArray();
    json.writeName("suppressed");
    json.writeStartArray();
    for (int step = 0; step <= STEPS; step++) {
      json.writeNumber(suppressed[(int) Quantile.rank(step, STEPS, suppressed.length) - 1] / hostsBitsPerSec);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
