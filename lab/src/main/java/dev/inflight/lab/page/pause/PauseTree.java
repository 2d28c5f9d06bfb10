package dev.inflight.lab.page.pause;

import dev.inflight.lab.page.pause.PauseForest.Root;
import dev.inflight.lab.statistics.Quantile;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.LongConsumer;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the propagation of pauses for a page: the branches with the most paused time, and the number of omitted ones per branch.
 * A branch is written only if its parent is, so that the tree has no gaps.
 */
public final class PauseTree {
  /** Maximum number of cycles on a page, and of ports per cycle. */
  private static final int MOST_DEADLOCKS = 10;
  private static final int LONGEST_DEADLOCK = 64;
  /** Number of quantiles of suppressed rates. */
  private static final int STEPS = 100;

  private final PauseForest forest;
  private final List<Map.Entry<Root, PauseBranch>> roots;
  private final LongConsumer named;
  private final Set<PauseBranch> shown = new HashSet<>();

  private PauseTree(PauseForest forest, int most, LongConsumer named) {
    this.forest = forest;
    this.named = named;
    this.roots = forest.roots();
    var next = new PriorityQueue<Ranked>();
    roots.forEach(root -> next.add(new Ranked(root.getValue(), next.size())));
    int order = roots.size();
    while (!next.isEmpty() && shown.size() < most) {
      PauseBranch branch = next.remove().branch;
      shown.add(branch);
      for (PauseBranch caused : branch.caused()) {
        next.add(new Ranked(caused, order++));
      }
    }
  }

  /** Candidate branch; of several with the same time, the first one comes first. */
  private record Ranked(PauseBranch branch, int order) implements Comparable<Ranked> {
    @Override
    public int compareTo(Ranked other) {
      int byTime = Double.compare(other.branch.totalNs(), branch.totalNs());
      return byTime != 0 ? byTime : Integer.compare(order, other.order);
    }
  }

  /**
   * Writes the pauses of a run: its roots, deadlocks, the reach of pauses, and the rates that they suppress.
   *
   * @param most maximum number of written branches
   * @param named receives the nodes that are written, possibly repeatedly
   */
  public static void write(JsonGenerator json, String run, PauseReader.Pauses pauses, int most, LongConsumer named) {
    var tree = new PauseTree(pauses.forest(), most, named);
    json.writeStartObject();
    json.writeStringProperty("run", run);
    json.writeNumberProperty("unnamed", pauses.forest().unnamed());
    json.writeNumberProperty("unknownPorts", pauses.unknownPorts());
    json.writeName("deadlocks");
    json.writeStartArray();
    tree.forest.deadlocks().stream().limit(MOST_DEADLOCKS).forEach(circle -> tree.deadlock(json, circle));
    json.writeEndArray();
    json.writeNumberProperty("moreDeadlocks", Math.max(0, tree.forest.deadlocks().size() - MOST_DEADLOCKS));
    tree.roots(json);
    tree.spread(json, pauses.hostsBitsPerSec());
    json.writeEndObject();
  }

  private void deadlock(JsonGenerator json, List<PausedPort> circle) {
    json.writeStartObject();
    json.writeName("ports");
    json.writeStartArray();
    for (PausedPort port : circle.subList(0, Math.min(LONGEST_DEADLOCK, circle.size()))) {
      named.accept(port.node());
      named.accept(port.peer());
      json.writeStartArray();
      json.writeNumber(port.node());
      json.writeNumber(port.number());
      json.writeNumber(port.peer());
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeNumberProperty("more", Math.max(0, circle.size() - LONGEST_DEADLOCK));
    json.writeEndObject();
  }

  private void roots(JsonGenerator json) {
    json.writeName("roots");
    json.writeStartArray();
    for (Map.Entry<Root, PauseBranch> root : roots) {
      if (shown.contains(root.getValue())) {
        json.writeStartObject();
        named.accept(root.getKey().node());
        json.writeNumberProperty("node", root.getKey().node());
        json.writeNumberProperty("priority", root.getKey().priority());
        totals(json, root.getValue());
        caused(json, root.getValue().caused());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    more(json, roots.stream().map(Map.Entry::getValue).toList());
  }

  private void caused(JsonGenerator json, List<PauseBranch> branches) {
    if (branches.isEmpty()) {
      return;
    }
    json.writeName("caused");
    json.writeStartArray();
    for (PauseBranch branch : branches) {
      PausedPort port = branch.port();
      if (port != null && shown.contains(branch)) {
        json.writeStartObject();
        named.accept(port.node());
        named.accept(port.peer());
        json.writeNumberProperty("node", port.node());
        json.writeNumberProperty("port", port.number());
        json.writeNumberProperty("peer", port.peer());
        json.writeNumberProperty("pauses", branch.pauses());
        json.writeNumberProperty("ns", Math.round(branch.pausedNs()));
        totals(json, branch);
        caused(json, branch.caused());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    more(json, branches);
  }

  private static void totals(JsonGenerator json, PauseBranch branch) {
    json.writeNumberProperty("allPauses", branch.totalPauses());
    json.writeNumberProperty("allNs", Math.round(branch.totalNs()));
  }

  /** Writes a sum of one parent's omitted branches. */
  private void more(JsonGenerator json, List<PauseBranch> branches) {
    List<PauseBranch> left = branches.stream().filter(branch -> !shown.contains(branch)).toList();
    if (!left.isEmpty()) {
      json.writeName("more");
      json.writeStartArray();
      json.writeNumber(left.size());
      json.writeNumber(left.stream().mapToLong(PauseBranch::totalPauses).sum());
      json.writeNumber(Math.round(left.stream().mapToDouble(PauseBranch::totalNs).sum()));
      json.writeEndArray();
    }
  }

  /**
   * Writes the reach of pauses (the HPCC paper's Figure 1): depths, and quantiles of the suppressed share of all hosts' rates.
   */
  private void spread(JsonGenerator json, double hostsBitsPerSec) {
    json.writeName("depths");
    json.writeStartArray();
    Arrays.stream(forest.depths()).forEach(json::writeNumber);
    json.writeEndArray();
    json.writeName("suppressed");
    json.writeStartArray();
    long all = forest.suppressedBitsPerSec().values().stream().mapToLong(Long::longValue).sum();
    int step = 0;
    long counted = 0;
    for (Map.Entry<Double, Long> held : forest.suppressedBitsPerSec().entrySet()) {
      counted += held.getValue();
      while (step <= STEPS && Quantile.rank(step, STEPS, all) <= counted) {
        json.writeNumber(hostsBitsPerSec > 0 ? held.getKey() / hostsBitsPerSec : 0);
        step++;
      }
    }
    json.writeEndArray();
  }
}
