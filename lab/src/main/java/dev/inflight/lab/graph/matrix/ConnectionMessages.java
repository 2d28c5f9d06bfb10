package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.graph.matrix.MatrixGraph.Connection;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.workload.FlowTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Connections with the word {@code msg} in their lines: each line is a message. htsim sends the messages of a connection one
 * after the other, in order of their starts, under one congestion control. Here messages that start together are one flow, and
 * the others are WRITEs of one queue pair.
 */
final class ConnectionMessages {
  private final Path path;
  /** Messages by the number of the connection, in the order of the file. */
  private final Map<Long, List<Connection>> byId = new LinkedHashMap<>();
  private int count;

  ConnectionMessages(Path path) {
    this.path = path;
  }

  /** Number of messages. */
  int count() {
    return count;
  }

  boolean contains(long id) {
    return byId.containsKey(id);
  }

  /** Adds a message to its connection. */
  void add(long id, Connection message) {
    List<Connection> connection = byId.computeIfAbsent(id, any -> new ArrayList<>());
    count++;
    connection.add(message);
    if (connection.size() == 1) {
      return;
    }
    Connection first = connection.getFirst();
    if (first.from() != message.from() || first.to() != message.to()) {
      throw error(message, "a message " + message.from() + "->" + message.to() + " of connection " + id + ", which line "
          + first.line() + " has between " + first.from() + "->" + first.to() + "; give it an id of its own");
    }
    if (isTied(first) || isTied(message)) {
      throw error(isTied(message) ? message : first,
          "connection " + id + " has several messages, and one of them a trigger;"
              + " triggers are available for connections of one message: remove 'msg' and give each line a separate id,"
              + " which makes it a flow of its own");
    }
  }

  private static boolean isTied(Connection message) {
    return message.trigger() >= 0 || message.sendDone() >= 0 || message.receiveDone() >= 0;
  }

  private InputError error(Connection at, String what) {
    return place(at).error(what);
  }

  private SourceLocation place(Connection at) {
    return new SourceLocation(path.toString(), at.line());
  }

  /** Returns the connections with messages that start together: each is one connection with all their bytes. */
  List<Connection> whole() {
    var whole = new ArrayList<Connection>();
    for (var entry : byId.entrySet()) {
      List<Connection> messages = entry.getValue();
      if (!startTogether(messages)) {
        continue;
      }
      Connection first = messages.getFirst();
      long total = 0;
      for (Connection message : messages) {
        try {
          total = Math.addExact(total, message.sizeBytes());
        } catch (ArithmeticException tooLarge) {
          throw error(message, "the messages of connection " + entry.getKey() + " have more bytes than fit");
        }
      }
      if (messages.size() > 1) {
        Notices.add(place(messages.get(1)), "msg",
            "messages of one connection that start together are one flow with all their bytes");
      }
      whole.add(new Connection(first.line(), first.from(), first.to(), first.startPs(), total, first.trigger(), first.sendDone(),
          first.receiveDone()));
    }
    return whole;
  }

  private static boolean startTogether(List<Connection> messages) {
    return messages.stream().allMatch(message -> message.startPs() == messages.getFirst().startPs());
  }

  /** Adds a queue pair for each other connection. */
  void addTo(FlowTable flows, int[] hosts, int priority, int port, long startPs) {
    for (List<Connection> messages : byId.values()) {
      if (startTogether(messages)) {
        continue;
      }
      Notices.add(place(messages.get(1)), "queue pair", "messages of one connection that start at several times are WRITEs of one"
          + " queue pair, in order of their starts; control packets set it up when the first one starts");
      int queuePair = flows.newQueuePair();
      for (Connection message : messages) {
        try {
          flows.addOperation(queuePair, FlowTable.Kind.WRITE, hosts[message.from()], hosts[message.to()], priority, port,
              message.sizeBytes(), Math.addExact(startPs, message.startPs()));
        } catch (IllegalArgumentException | ArithmeticException refused) {
          throw error(message, String.valueOf(refused.getMessage()));
        }
      }
    }
  }
}
