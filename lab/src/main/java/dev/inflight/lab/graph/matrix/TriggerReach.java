package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.graph.matrix.MatrixGraph.Connection;
import dev.inflight.lab.graph.matrix.MatrixGraph.Trigger;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Connections of a matrix that start. Each activation of a multishot trigger starts the next of its connections in the order of
 * the file, so those beyond the number of activations never start, and activate no triggers. Times have no effect on this.
 */
final class TriggerReach {
  private static final class Activations {
    final Trigger trigger;
    /** Connections that wait for the trigger, in the order of the file; the last ones are left out first. */
    final List<Integer> targets = new ArrayList<>();
    int number;

    Activations(Trigger trigger) {
      this.trigger = trigger;
      number = trigger.causes().size();
    }

    /** Number of the trigger's connections that start. */
    int started() {
      return switch (trigger.kind()) {
        case MatrixGraph.MULTISHOT -> Math.min(number, targets.size());
        case MatrixGraph.BARRIER -> number < trigger.causes().size() ? 0 : targets.size();
        default -> number == 0 ? 0 : targets.size();
      };
    }
  }

  private final Path path;
  private final List<Connection> connections;
  private final Map<Long, Activations> byId = new HashMap<>();
  private final Deque<Long> open = new ArrayDeque<>();
  private final boolean[] leftOut;

  private TriggerReach(MatrixGraph graph) {
    path = graph.path();
    connections = graph.connections();
    leftOut = new boolean[connections.size()];
    graph.triggers().forEach((id, trigger) -> byId.put(id, new Activations(trigger)));
  }

  /** Returns the connections that start, in the order of the file; a warning names the others. */
  static List<Connection> starting(MatrixGraph graph) {
    return new TriggerReach(graph).starting();
  }

  private List<Connection> starting() {
    for (int number = 0; number < connections.size(); number++) {
      Activations of = byId.get(connections.get(number).trigger());
      if (of != null) {
        of.targets.add(number);
      }
    }
    open.addAll(byId.keySet());
    while (!open.isEmpty()) {
      long id = open.removeFirst();
      Activations of = byId.get(id);
      while (of != null && of.targets.size() > of.started()) {
        leaveOut(of.targets.removeLast());
      }
    }
    var starting = new ArrayList<Connection>();
    for (int number = 0; number < leftOut.length; number++) {
      if (!leftOut[number]) {
        starting.add(connections.get(number));
      } else {
        warn(connections.get(number));
      }
    }
    return starting;
  }

  private void leaveOut(int number) {
    leftOut[number] = true;
    Connection connection = connections.get(number);
    for (long id : new long[] {connection.sendDone(), connection.receiveDone()}) {
      Activations of = byId.get(id);
      if (of != null) {
        of.number--;
        open.addLast(id);
      }
    }
  }

  private void warn(Connection never) {
    Activations of = byId.get(never.trigger());
    if (of != null) {
      Notices.add(new SourceLocation(path.toString(), never.line()), "never starts",
          "this connection never starts, as in htsim, and is left out: its trigger " + never.trigger() + " is set off "
              + of.number + (of.number == 1 ? " time" : " times")
              + (of.trigger.kind().equals(MatrixGraph.MULTISHOT) ? ", and each time starts the next of its connections" : ""));
    }
  }
}
