package dev.inflight.sim.graph;

import dev.inflight.sim.column.Countdown;
import dev.inflight.sim.wildcard.OpenMessages;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Checks that all operations of a graph can be done, with receives after the sends of their messages. An open receive counts as
 * done when any message that it accepts has been sent, so no graph that could run is refused.
 */
final class CircleSearch {
  private static final int SHOWN = 6;

  private CircleSearch() {
  }

  static void refuseCircles(OperationGraph graph, IntFunction<String> names) {
    Countdown left = graph.requirements();
    int operations = left.operations();
    for (int operation = 0; operation < operations; operation++) {
      left.countUp(operation, graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0); // its send
    }
    var open = new OpenReceives(graph);
    int[] turns = new int[graph.turns().lists()];
    var free = new FreeOperations(left);
    int done = 0;
    for (; !free.isEmpty(); done++) {
      int operation = free.take();
      for (int number = 0; number < graph.dependents(operation); number++) {
        free.countDown(graph.dependent(operation, number));
      }
      for (int number = 0; number < graph.turns().listsOf(operation); number++) {
        int list = graph.turns().listOf(operation, number);
        if (turns[list] < graph.turns().targets(list)) {
          free.countDown(graph.turns().target(list, turns[list]++));
        }
      }
      if (graph.kind(operation) == OperationGraph.Kind.SEND) {
        if (graph.open().isOpen(operation)) {
          open.sent(operation, free);
        } else {
          free.countDown(graph.partner(operation));
        }
      }
    }
    if (done < operations) {
      int[] waitsFor = waitsFor(graph, left, turns);
      int first = inCircle(left, waitsFor);
      throw new UnrunnableGraph(first, "operations wait for each other in a circle: " + circle(first, waitsFor, names));
    }
  }

  /**
   * Operations without unmet requirements, in the order in which these were met. It takes no more memory than their largest
   * number at once.
   */
  private static final class FreeOperations {
    private final Countdown left;
    private int[] queue = new int[16];
    private int first;
    private int count;

    FreeOperations(Countdown left) {
      this.left = left;
      for (int operation = 0; operation < left.operations(); operation++) {
        if (left.of(operation) == 0) {
          add(operation);
        }
      }
    }

    void countDown(int operation) {
      if (left.countDown(operation)) {
        add(operation);
      }
    }

    private void add(int operation) {
      if (count == queue.length) {
        int[] longer = new int[count * 2];
        System.arraycopy(queue, first, longer, 0, count - first);
        System.arraycopy(queue, 0, longer, count - first, first);
        queue = longer;
        first = 0;
      }
      queue[first + count++ & queue.length - 1] = operation;
    }

    boolean isEmpty() {
      return count == 0;
    }

    int take() {
      int taken = queue[first];
      first = first + 1 & queue.length - 1;
      count--;
      return taken;
    }
  }

  /** Returns, for each operation that is never free, another such operation that it waits for. */
  private static int[] waitsFor(OperationGraph graph, Countdown left, int[] turns) {
    int[] waitsFor = new int[left.operations()];
    Arrays.fill(waitsFor, -1);
    OpenMessages open = graph.open();
    int[] sendOf = new int[open.classes()];
    for (int operation = 0; operation < left.operations(); operation++) {
      if (left.of(operation) == 0) {
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
        turns[list] = graph.turns().targets(list); // one unfinished cause suffices
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
    for (int operation = 0; operation < left.operations(); operation++) {
      if (left.of(operation) > 0 && waitsFor[operation] < 0) { // an open receive without a sent message
        waitsFor[operation] = sendOf[open.classOf(operation)];
      }
    }
    return waitsFor;
  }

  /** Returns an operation in a circle: the walk from an operation to its cause, and on, returns to it. */
  private static int inCircle(Countdown left, int[] waitsFor) {
    boolean[] seen = new boolean[left.operations()];
    int at = left.operations() - 1;
    while (left.of(at) == 0) {
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

  /** Open receives by class: a message frees all receives of a class at once. */
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

    /** Marks an open send as done. */
    void sent(int send, FreeOperations free) {
      for (int number = 0; number < open.accepting(send); number++) {
        int of = open.accepting(send, number);
        for (int place = heads[of]; place < heads[of + 1] && !sent[of]; place++) {
          free.countDown(receives[place]);
        }
        sent[of] = true;
      }
    }
  }
}
