package dev.inflight.lab.graph.matrix;

import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.job.JobPlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Connection matrix of htsim: {@code Nodes}, {@code Connections} and {@code Triggers} with their counts, then one connection a
 * line, {@code 0->3 id 1 start 0 size 1000 send_done_trigger 1}, and one trigger a line, {@code trigger id 1 oneshot}. The file
 * does not state the unit of starts: {@link StartUnit}.
 */
public final class MatrixFile {
  private static final List<String> KEYS = List.of("id", "start", "trigger", "size", "send_done_trigger", "recv_done_trigger");
  private static final List<String> KINDS = List.of(MatrixGraph.ONESHOT, MatrixGraph.MULTISHOT, MatrixGraph.BARRIER);
  private static final long NO = -1;

  /** Value of a line such as {@code Nodes}. */
  private record Count(int line, long number) {
  }

  /** Memory of a connection and its trigger before they become operations, as a number of operations: measured as 720 bytes. */
  private static final int OPERATIONS_OF_CONNECTION = 4;

  private final Path path;
  private final Tokenizer words;
  private final int mostNodes;
  private final StartUnit startUnit;
  private final GraphRoom room;
  private final Topology topology;
  private final Map<String, Count> announced = new HashMap<>();
  private final List<MatrixGraph.Connection> connections = new ArrayList<>();
  private final Set<Long> ids = new HashSet<>();
  private final ConnectionMessages messages;
  private final Map<Long, MatrixGraph.Trigger> triggers = new HashMap<>();

  private MatrixFile(Path path, Tokenizer words, int mostNodes, StartUnit startUnit, GraphRoom room, Topology topology) {
    this.path = path;
    this.topology = topology;
    messages = new ConnectionMessages(path);
    this.words = words;
    this.mostNodes = mostNodes;
    this.startUnit = startUnit;
    this.room = room;
  }

  /**
   * Reads a file.
   *
   * @param mostNodes largest number of nodes: the number of hosts
   * @param room limit of the number of connections
   * @param topology cables that a line about a failure may name
   */
  public static MatrixFile read(Path path, int mostNodes, StartUnit startUnit, GraphRoom room, Topology topology) {
    try (var words = Tokenizer.withComments(path, '#')) {
      var file = new MatrixFile(path, words, mostNodes, startUnit, room, topology);
      for (List<String> line = words.nextLine(); !line.isEmpty(); line = words.nextLine()) {
        file.readLine(line);
      }
      file.compare("Connections", file.connections.size() + file.messages.count());
      file.compare("Triggers", file.triggers.size());
      file.compare("Failures", 0);
      if (file.connections.isEmpty() && file.messages.count() == 0) {
        throw words.error("the file has no connection");
      }
      file.connections.addAll(file.messages.whole());
      file.connections.sort(Comparator.comparingInt(MatrixGraph.Connection::line));
      List<MatrixGraph.Connection> starting = file.graph().linked().connections();
      file.connections.clear();
      file.connections.addAll(starting);
      return file;
    }
  }

  private void compare(String what, int found) {
    Count count = announced.get(what);
    if (count == null && found > 0) {
      throw SourceLocation.of(path).error("the line '" + what + "' is missing, found " + found + "; write " + what + " " + found);
    }
    if (count != null && count.number != found) {
      throw error(count.line,
          "the line '" + what + "' has " + count.number + ", found " + found + "; write " + what + " " + found);
    }
  }

  private void readLine(List<String> line) {
    String first = line.getFirst();
    switch (first) {
      case "Nodes", "Connections", "Triggers", "Failures" -> readCount(line);
      case "failure" -> throw LinkFailure.refusal(words, line, topology);
      case "trigger" -> readTrigger(line);
      default -> {
        int arrow = first.indexOf("->");
        if (arrow < 0) {
          throw words.error("found " + Quoted.of(first)
              + " where Nodes, Connections, Triggers, trigger or a connection such as 0->1" + " is expected");
        }
        readConnection(line, first.substring(0, arrow), first.substring(arrow + 2));
      }
    }
  }

  private void readCount(List<String> line) {
    String what = line.getFirst();
    if (line.size() != 2) {
      throw words.error("'" + what + "' has one number behind it; found " + (line.size() - 1) + " words");
    }
    long count = words.whole(what, line.get(1), 0, Long.MAX_VALUE);
    if (what.equals("Nodes") && count > mostNodes) {
      throw words.error("the file has " + count + " nodes, and there are hosts for " + mostNodes);
    }
    if (announced.put(what, new Count(words.line(), count)) != null) {
      throw words.error("'" + what + "' occurs twice");
    }
  }

  private void readConnection(List<String> line, String from, String to) {
    Count counted = announced.get("Nodes");
    if (counted == null) {
      throw words.error("a connection precedes the line 'Nodes'");
    }
    long nodes = counted.number;
    int source = (int) words.whole("node", from, 0, nodes - 1);
    int destination = (int) words.whole("node", to, 0, nodes - 1);
    if (source == destination) {
      throw words.error("a connection from node " + source + " to itself");
    }
    long[] values = new long[KEYS.size()];
    Arrays.fill(values, NO);
    boolean isMessage = false;
    for (int at = 1; at < line.size(); at += 2) {
      String key = line.get(at);
      int number = KEYS.indexOf(key);
      if (key.equals("msg")) {
        isMessage = true;
        at -= at + 1 < line.size() && isWhole(line.get(at + 1)) ? 0 : 1; // the message's number is optional
        continue;
      }
      if (key.equals("prio") && at + 1 < line.size()) {
        words.whole(key, line.get(at + 1), 0, Integer.MAX_VALUE);
        Notices.add(place(words.line()), key, "'prio' has no effect: it is the order in which receivers of htsim's NDP pull, and"
            + " htsim's other transports ignore it; trace(priority=...) sets the priority of all flows");
        continue;
      }
      if (number < 0) {
        throw words.error("unknown word " + Quoted.of(key) + " of a connection" + Suggestion.hint(key, KEYS));
      }
      if (values[number] != NO) {
        throw words.error("'" + key + "' occurs twice");
      }
      if (at + 1 == line.size()) {
        throw words.error("the line ends behind '" + key + "'");
      }
      values[number] = words.whole(key, key.equals("start") ? wholePart(line.get(at + 1)) : line.get(at + 1), 0, Long.MAX_VALUE);
    }
    checkKeys(values, isMessage);
    checkRoom(connections.size() + messages.count(), "connections");
    var connection = new MatrixGraph.Connection(words.line(), source, destination, startPs(values[1]), values[3], values[2],
        values[4], values[5]);
    if (isMessage) {
      messages.add(values[0], connection);
    } else {
      connections.add(connection);
    }
  }

  /** Returns the whole part of a start: htsim accepts decimals and cuts them off. */
  private String wholePart(String start) {
    int point = start.indexOf('.');
    if (point <= 0 || !isWhole(start.substring(point + 1)) && point + 1 < start.length()) {
      return start;
    }
    if (start.chars().skip(point + 1).anyMatch(digit -> digit != '0')) {
      Notices.add(place(words.line()), "fraction", "the decimals of start " + start + " are cut off, as in htsim");
    }
    return start.substring(0, point);
  }

  private static boolean isWhole(String word) {
    return !word.isEmpty() && word.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  private SourceLocation place(int line) {
    return new SourceLocation(path.toString(), line);
  }

  private long startPs(long start) {
    try {
      return start == NO ? NO : startUnit.picoseconds(start);
    } catch (ArithmeticException tooLate) {
      throw words
          .error("start " + start + " in " + EnumNames.of(startUnit) + " is more than " + Units.formatTime(Long.MAX_VALUE));
    }
  }

  private void checkRoom(int held, String what) {
    int most = room.operations() / OPERATIONS_OF_CONNECTION;
    if (held >= most) {
      throw words.error(room.exceeded(most, what));
    }
  }

  private void checkKeys(long[] values, boolean isMessage) {
    if (isMessage && values[0] == NO) {
      throw words.error("a message without id; 'msg' is of the connection that 'id' names");
    }
    if (isMessage ? ids.contains(values[0]) : values[0] != NO && (messages.contains(values[0]) || !ids.add(values[0]))) {
      throw words.error("connection id " + values[0] + " occurs twice" + (isMessage ? ", and once without 'msg'" : ""));
    }
    if (values[3] == NO || values[3] == 0) {
      throw words.error("a " + (isMessage ? "message" : "connection") + (values[3] == NO ? " without size" : " of size 0")
          + ", which sends without end in htsim; flows here have an end: write more bytes than it can send until the run ends, as in"
          + " size 1000000000000, and its end as in until: 10ms in the scenario");
    }
    if ((values[1] == NO) == (values[2] == NO)) {
      throw words.error("a connection has either a start or a trigger; this one has " + (values[1] == NO ? "neither" : "both"));
    }
  }

  /** Reads a trigger, of which htsim reads the id, kind and count in any order. */
  private void readTrigger(List<String> line) {
    long id = NO;
    long count = NO;
    String kind = "";
    for (int at = 1; at < line.size(); at++) {
      String word = line.get(at);
      boolean isLast = at + 1 == line.size();
      if (word.equals("id") && id == NO && !isLast) {
        id = words.whole("trigger", line.get(++at), 0, Long.MAX_VALUE);
      } else if (word.equals("count") && count == NO && !isLast) {
        count = words.whole("count", line.get(++at), 1, Long.MAX_VALUE);
      } else if (kind.isEmpty() && !word.equals("id") && !word.equals("count")) {
        if (!KINDS.contains(word)) {
          throw words.error("unknown kind of trigger " + Quoted.of(word) + Suggestion.hint(word, KINDS));
        }
        kind = word;
      } else {
        throw words.error("found " + Quoted.of(word) + " behind a trigger" + (kind.isEmpty() ? "" : " of kind " + kind));
      }
    }
    if (id == NO || kind.isEmpty()) {
      throw words.error("a trigger is written as in: trigger id 1 oneshot");
    }
    if (count != NO && !kind.equals(MatrixGraph.BARRIER)) {
      Notices.add(place(words.line()), "count", "'count' has no effect on a trigger of kind " + kind + ", as in htsim");
      count = NO;
    }
    checkRoom(triggers.size(), "triggers");
    if (triggers.put(id, new MatrixGraph.Trigger(words.line(), kind, count, new ArrayList<>())) != null) {
      throw words.error("trigger " + id + " occurs twice");
    }
  }

  private InputError error(int line, String what) {
    return new SourceLocation(path.toString(), line).error(what);
  }

  private MatrixGraph graph() {
    return new MatrixGraph(path, connections, triggers);
  }

  /**
   * Adds flows, or a job if any connection waits for another one.
   *
   * @param place hosts of a job, and properties of its packets
   * @param hosts host of each node
   * @throws IllegalArgumentException when flows have to follow a job, because flows start at their own times
   */
  public void addTo(FlowTable flows, JobPlace place, int[] hosts) {
    int priority = place.priority();
    int port = place.port();
    long startPs = place.startPs();
    messages.addTo(flows, hosts, priority, port, startPs);
    if (triggers.isEmpty() && connections.stream().allMatch(each -> each.trigger() == NO)) {
      if (!place.after().isEmpty()) {
        throw new IllegalArgumentException("after " + Quoted.of(place.after())
            + " is for jobs only, and without triggers the connections of a matrix are flows, which begin at their times");
      }
      for (MatrixGraph.Connection each : connections) {
        try {
          flows.add(hosts[each.from()], hosts[each.to()], priority, port, each.sizeBytes(),
              Math.addExact(startPs, each.startPs()));
        } catch (IllegalArgumentException | ArithmeticException refused) {
          throw error(each.line(), String.valueOf(refused.getMessage()));
        }
      }
      return;
    }
    try {
      OperationGraph built = graph().build(Math.toIntExact(announced.getOrDefault("Nodes", new Count(0, 0)).number), room);
      flows.addJob(place, built, Arrays.copyOf(hosts, built.ranks()));
    } catch (IllegalArgumentException refused) {
      throw SourceLocation.of(path).error(String.valueOf(refused.getMessage()));
    }
  }
}
