package dev.inflight.sim.graph;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Whether all operations of a graph can be done, one after the other: receives after the sends of their messages. */
final class CircleSearch {
  private static final int SHOWN = 6;

  private CircleSearch() {
  }

  static void refuseCircles(OperationGraph graph, IntFunction<String> names) {
    int[] left = graph.requirements();
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0; // its send
    }
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
      if (graph.kind(operation) == OperationGraph.Kind.SEND && --left[graph.partner(operation)] == 0) {
        free[found++] = graph.partner(operation);
      }
    }
    if (done < left.length) {
      int[] waitsFor = waitsFor(graph, left);
      int first = inCircle(left, waitsFor);
      throw new GraphBuilder.UnrunnableGraph(first,
          "operations wait for each other in a circle: " + circle(first, waitsFor, names));
    }
  }

  /** For each operation that is never free another one of them that it waits for. */
  private static int[] waitsFor(OperationGraph graph, int[] left) {
    int[] waitsFor = new int[left.length];
    Arrays.fill(waitsFor, -1);
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        continue;
      }
      for (int number = 0; number < graph.dependents(operation); number++) {
        waitsFor[graph.dependent(operation, number)] = operation;
      }
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        waitsFor[graph.partner(operation)] = operation;
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
}
