package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.graph.UnrunnableGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Connections and triggers of a matrix of htsim as a graph of operations.
 *
 * @param path the file, for errors
 * @param connections connections in the order of the file
 * @param triggers triggers by their ids
 */
record MatrixGraph(Path path, List<Connection> connections, Map<Long, Trigger> triggers) {
  static final String ONESHOT = "oneshot";
  static final String MULTISHOT = "multishot";
  static final String BARRIER = "barrier";

  private static final long NO = -1;
  /** Stream of waits for start times; ties are in stream 0. */
  private static final int START_STREAM = 1;

  /** Connection. Its start, its trigger, and the triggers that it activates are -1 where there are none. */
  record Connection(int line, int from, int to, long startPs, long sizeBytes, long trigger, long sendDone, long receiveDone) {
  }

  /** Trigger, with the connections that activate it. */
  record Trigger(int line, String kind, long count, List<Integer> causes) {
  }

  private InputError error(int line, String what) {
    return new SourceLocation(path.toString(), line).error(what);
  }

  private Trigger trigger(Connection of, long id) {
    Trigger trigger = triggers.get(id);
    if (trigger == null) {
      throw error(of.line, "there is no trigger " + id);
    }
    return trigger;
  }

  /** Finds the causes of each trigger. */
  private void link() {
    triggers.values().forEach(trigger -> trigger.causes.clear());
    for (int number = 0; number < connections.size(); number++) {
      Connection connection = connections.get(number);
      if (connection.sendDone != NO) {
        trigger(connection, connection.sendDone).causes.add(number);
      }
      if (connection.receiveDone != NO) {
        trigger(connection, connection.receiveDone).causes.add(number);
      }
    }
  }

  /** Validates the triggers, and returns the connections and triggers without connections that never start. */
  MatrixGraph linked() {
    link();
    for (Trigger trigger : triggers.values()) {
      int causes = trigger.causes.size();
      if (causes == 0) {
        throw error(trigger.line, "no connection sets off this trigger");
      }
      if (trigger.count != NO && trigger.count != causes) {
        throw error(trigger.line, "this barrier counts to " + trigger.count + ", and " + causes + " connections set it off");
      }
    }
    var starting = new MatrixGraph(path, TriggerReach.starting(this), triggers);
    starting.link();
    for (Trigger trigger : triggers.values()) {
      if (trigger.kind.equals(ONESHOT) && trigger.causes.size() > 1) {
        throw error(trigger.line,
            "this trigger is set off " + trigger.causes.size() + " times, and htsim stops at the second time of"
                + " a oneshot; write multishot, which starts the next connection each time, or barrier, which waits for all");
      }
    }
    return starting;
  }

  /**
   * Returns the operations: a send and a receive for each connection, and computations for connections that wait.
   *
   * @param nodes number of nodes
   * @param room limit of the number of operations
   */
  OperationGraph build(int nodes, GraphRoom room) {
    var graph = new GraphBuilder(nodes, room.operations(), room.exceeded());
    for (Connection each : connections) {
      graph.message(each.from, each.to, each.sizeBytes);
    }
    var ties = new HashMap<Long, Map<Integer, Integer>>();
    var inTurn = new LinkedHashMap<Long, List<Integer>>();
    var lines = new ArrayList<Integer>(); // of all operations except messages
    addStarts(graph, lines);
    for (int number = 0; number < connections.size(); number++) {
      Connection each = connections.get(number);
      if (each.trigger != NO && isInTurn(trigger(each, each.trigger))) {
        inTurn.computeIfAbsent(each.trigger, _ -> new ArrayList<>()).add(number);
      } else if (each.trigger != NO) {
        int tie = ties.computeIfAbsent(each.trigger, id -> new HashMap<>()).computeIfAbsent(each.from, node -> {
          lines.add(trigger(each, each.trigger).line);
          return tie(graph, each);
        });
        graph.requires(2 * number, tie);
      }
    }
    inTurn.values().forEach(targets -> addTurns(graph, targets));
    int messages = 2 * connections.size();
    IntUnaryOperator line = operation -> operation < messages
        ? connections.get(operation / 2).line
        : lines.get(operation - messages);
    try {
      return graph.build(
          operation -> (operation < messages ? "the connection of line " : "the trigger of line ") + line.applyAsInt(operation));
    } catch (UnrunnableGraph refused) {
      throw error(line.applyAsInt(refused.operation()), String.valueOf(refused.getMessage()));
    }
  }

  /** Adds operations that end at each start above 0: a node waits from one start to the next, so one stream is enough. */
  private void addStarts(GraphBuilder graph, List<Integer> lines) {
    List<Integer> late = IntStream.range(0, connections.size()).boxed()
        .filter(number -> connections.get(number).trigger == NO && connections.get(number).startPs > 0)
        .sorted(Comparator.comparingInt((Integer number) -> connections.get(number).from)
            .thenComparingLong(number -> connections.get(number).startPs))
        .toList();
    int wait = -1;
    int beforeNode = -1;
    long beforePs = 0;
    for (int number : late) {
      Connection each = connections.get(number);
      boolean isFirst = beforeNode != each.from;
      if (isFirst || beforePs != each.startPs) {
        int next = graph.compute(each.from, START_STREAM, each.startPs - (isFirst ? 0 : beforePs));
        lines.add(each.line);
        if (!isFirst) {
          graph.requires(next, wait);
        }
        wait = next;
      }
      graph.requires(2 * number, wait);
      beforeNode = each.from;
      beforePs = each.startPs;
    }
  }

  /** Returns an operation at a node that ends when a trigger is activated. */
  private int tie(GraphBuilder graph, Connection target) {
    Trigger trigger = trigger(target, target.trigger);
    int tie = graph.compute(target.from, 0, 0);
    for (int cause : trigger.causes) {
      graph.requires(tie, end(target, cause));
    }
    return tie;
  }

  /** Returns an operation at the source of a target that ends when a connection activates its trigger. */
  private int end(Connection target, int cause) {
    Connection before = connections.get(cause);
    if (before.from != target.from && before.to != target.from) {
      throw error(target.line, "trigger " + target.trigger + " is set off by the connection " + before.from + "->" + before.to
          + ", and node " + target.from + " is neither of its ends, so no event reaches it");
    }
    return before.from == target.from ? 2 * cause : 2 * cause + 1;
  }

  /** Reports whether only a run determines which connection starts the next one of a trigger. */
  private static boolean isInTurn(Trigger trigger) {
    return trigger.kind.equals(MULTISHOT) && trigger.causes.size() > 1;
  }

  /** Adds connections of one source that a multishot trigger starts one after the other. */
  private void addTurns(GraphBuilder graph, List<Integer> targets) {
    Connection first = connections.get(targets.getFirst());
    for (int number : targets) {
      Connection target = connections.get(number);
      if (target.from != first.from) {
        throw error(target.line, "trigger " + target.trigger + " starts connections of nodes " + first.from + " and "
            + target.from
            + " in the order of completions at other nodes, which a node cannot see; give each source a multishot of its own");
      }
    }
    graph.inTurn(trigger(first, first.trigger).causes.stream().mapToInt(cause -> end(first, cause)).toArray(),
        targets.stream().mapToInt(number -> 2 * number).toArray());
  }
}
