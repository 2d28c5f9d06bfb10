package dev.inflight.sim.graph;

import dev.inflight.sim.wildcard.OpenMessages;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Whether all operations of a graph can be done, one after the other: receives after the sends of their messages. An open receive counts as done
 * when any message that it accepts has been sent, so that no graph is refused which could run.
 */
final class CircleSearch {
  private static final int SHOWN = 6;

  private CircleSearch() {
  }

  static void refuseCircles(OperationGraph graph, IntFunction<String> names) {
    int[] left = graph.requirements();
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0; // its send
    }
    var open = new OpenReceives(graph);
    int[] turns = new int[graph.turns().lists()];
    int[] free = new int[left.length];
    int done = 0;
    int found = 0;
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        free[found++] = operation;
      }
    }
    while (done < found) {
      int operation = free[done++];
      for (int number = 0; number < graph.dependents(operation); number++) {
        int after = graph.dependent(operation, number);
        if (--left[after] == 0) {
          free[found++] = after;
        }
      }
      for (int number = 0; number < graph.turns().listsOf(operation); number++) {
        int list = graph.turns().listOf(operation, number);
        if (turns[list] < graph.turns().targets(list) && --left[graph.turns().target(list, turns[list]++)] == 0) {
          free[found++] = graph.turns().target(list, turns[list] - 1);
        }
      }
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        if (graph.open().isOpen(operation)) {
          found = open.sent(operation, left, free, found);
        } else if (--left[graph.partner(operation)] == 0) {
          free[found++] = graph.partner(operation);
        }
      }
    }
    if (done < left.length) {
      int[] waitsFor = waitsFor(graph, left, turns);
      int first = inCircle(left, waitsFor);
      throw new UnrunnableGraph(first, "operations wait for each other in a circle: " + circle(first, waitsFor, names));
    }
  }

  /** For each operation that is never free another one of them that it waits for. */
  private static int[] waitsFor(OperationGraph graph, int[] left, int[] turns) {
    int[] waitsFor = new int[left.length];
    Arrays.fill(waitsFor, -1);
    OpenMessages open = graph.open();
    int[] sendOf = new int[open.classes()];
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        continue;
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        waitsFor[graph.dependent(operation, number)] = operation;
      }
      for (int number = 0; number < graph.turns().listsOf(operation); number++) {
        int list = graph.turns().listOf(operation, number);
        for (int turn = turns[list]; turn < graph.turns().targets(list); turn++) {
          waitsFor[graph.turns().target(list, turn)] = operation;
        }
        turns[list] = graph.turns().targets(list); // one cause that is not done is enough
      }
      if (graph.kind(operation) != OperationGraph.Kind.SEND) {
        continue;
      }
      if (!open.isOpen(operation)) {
        waitsFor[graph.partner(operation)] = operation;
        continue;
      }
      for (int number = 0; number < open.accepting(operation); number++) {
        sendOf[open.accepting(operation, number)] = operation;
      }
    }
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] > 0 && waitsFor[operation] < 0) { // an open receive, of whose messages none is sent
        waitsFor[operation] = sendOf[open.classOf(operation)];
      }
    }
    return waitsFor;
  }

  /** Who goes back from one to what it waits for, and on, comes round. */
  private static int inCircle(int[] left, int[] waitsFor) {
    boolean[] seen = new boolean[left.length];
    int at = left.length - 1;
    while (left[at] == 0) {
      at--;
    }
    while (!seen[at]) {
      seen[at] = true;
      at = waitsFor[at];
    }
    return at;
  }

  private static String circle(int at, int[] waitsFor, IntFunction<String> names) {
    String name = names.apply(at);
    var text = new StringBuilder(name);
    int shown = 1;
    for (int next = waitsFor[at]; next != at; next = waitsFor[next]) {
      String before = name;
      name = names.apply(next);
      if (name.equals(before)) { // of one collective
        continue;
      }
      if (shown++ == SHOWN) {
        text.append(", which waits for others");
        break;
      }
      text.append(", which waits for ").append(name);
    }
    return text.append(", which waits for the first").toString();
  }

  /** Open receives by class: all of a class are free of their message at once. */
  private static final class OpenReceives {
    private final OpenMessages open;
    private final int[] heads;
    private final int[] receives;
    private final boolean[] sent;

    OpenReceives(OperationGraph graph) {
      open = graph.open();
      heads = new int[open.classes() + 1];
      sent = new boolean[open.classes()];
      for (int operation = 0; operation < graph.operations() && sent.length > 0; operation++) {
        heads[isReceive(graph, operation) ? open.classOf(operation) + 1 : 0]++;
      }
      heads[0] = 0;
      for (int of = 0; of < sent.length; of++) {
        heads[of + 1] += heads[of];
      }
      receives = new int[heads[sent.length]];
      int[] at = heads.clone();
      for (int operation = 0; operation < graph.operations() && sent.length > 0; operation++) {
        if (isReceive(graph, operation)) {
          receives[at[open.classOf(operation)]++] = operation;
        }
      }
    }

    private boolean isReceive(OperationGraph graph, int operation) {
      return graph.kind(operation) == OperationGraph.Kind.RECEIVE && open.isOpen(operation);
    }

    /** An open send is done. Returns how many free operations there are then. */
    int sent(int send, int[] left, int[] free, int before) {
      int found = before;
      for (int number = 0; number < open.accepting(send); number++) {
        int of = open.accepting(send, number);
        for (int place = heads[of]; place < heads[of + 1] && !sent[of]; place++) {
          if (--left[receives[place]] == 0) {
            free[found++] = receives[place];
          }
        }
        sent[of] = true;
      }
      return found;
    }
  }
}
