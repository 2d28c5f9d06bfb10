package dev.inflight.lab.graph;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.OperationGraph;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A GOAL text, as LogGOPSim and ATLAHS read: {@code num_ranks 2}, then for each rank {@code rank 0 { l1: send 10b to 1 tag 0; ... }}. An operation
 * is known by its label from there on. Line ends and semicolons only part words.
 */
final class GoalFile {
  private static final long PS_IN_NS = 1000;
  private static final List<String> OPERATIONS = List.of("send", "recv", "calc");

  private final Tokenizer words;
  private final double scale;
  private final GraphBuilder graph;
  private int rank;
  private Labels labels = new Labels();
  /** The line of each operation; a message of GOAL is two operations in two places. */
  private int[] lines = new int[16];

  private GoalFile(Tokenizer words, int mostRanks, double scale, GraphRoom room) {
    this.words = words;
    this.scale = scale;
    words.expect("num_ranks");
    long ranks = words.whole("number of ranks", 1, Long.MAX_VALUE);
    if (ranks > mostRanks) {
      throw words.error("the trace has " + ranks + " ranks, and there are hosts for " + mostRanks);
    }
    graph = new GraphBuilder((int) ranks, room.operations(), room.exceeded());
  }

  /**
   * Reads the file.
   *
   * @param mostRanks more are refused
   * @param scale how many nanoseconds a unit of {@code calc} takes
   * @param room larger graphs are refused
   */
  static OperationGraph read(Path path, int mostRanks, double scale, GraphRoom room) {
    try (var words = new Tokenizer(path, "{}:;")) {
      var file = new GoalFile(words, mostRanks, scale, room);
      file.readRanks();
      try {
        return file.graph.build(operation -> "the operation of line " + file.lines[operation]);
      } catch (GraphBuilder.UnrunnableGraph refused) {
        throw new SourceLocation(path.toString(), file.lines[refused.operation()]).error(String.valueOf(refused.getMessage()));
      }
    }
  }

  private void readRanks() {
    var seen = new BitSet();
    for (String word = words.next(); word != null; word = words.next()) {
      if (!word.equals("rank")) {
        throw words.error("found " + Quoted.of(word) + " where 'rank' is expected");
      }
      rank = (int) words.whole("rank", 0, graph.ranks() - 1L);
      if (seen.get(rank)) {
        throw words.error("rank " + rank + " is there a second time");
      }
      seen.set(rank);
      words.expect("{");
      labels = new Labels();
      readOperations();
    }
    int missing = seen.nextClearBit(0);
    if (missing < graph.ranks()) {
      throw words.error("the file ends without rank " + missing + "; it announces " + graph.ranks() + " ranks");
    }
    if (graph.operations() == 0) {
      throw words.error("no rank does anything");
    }
  }

  private void readOperations() {
    while (true) {
      String label = words.require("'}' of rank " + rank);
      if (label.equals("}")) {
        return;
      }
      if (label.equals(";")) {
        continue;
      }
      if (label.equals("{") || label.equals(":")) {
        throw words.error("found '" + label + "' where a label is expected");
      }
      String what = words.require("':', 'requires' or 'irequires'");
      switch (what) {
        case ":" -> readOperation(label);
        case "requires", "irequires" -> readRequirement(label, what);
        default -> throw words.error("found " + Quoted.of(what) + " behind the label " + Quoted.of(label)
            + " where ':', 'requires' or 'irequires' is expected");
      }
    }
  }

  private void readOperation(String label) {
    String what = words.require("an operation");
    int line = words.line();
    int operation = switch (what) {
      case "send" -> readMessage("to");
      case "recv" -> readMessage("from");
      case "calc" -> readComputation();
      default -> throw words.error("unknown operation " + Quoted.of(what) + Suggestion.hint(what, OPERATIONS));
    };
    if (!labels.add(label, operation)) {
      throw words.error("rank " + rank + " has the label " + Quoted.of(label) + " twice");
    }
    if (operation >= lines.length) {
      lines = Arrays.copyOf(lines, operation + (operation >> 1) + 16);
    }
    lines[operation] = line;
  }

  private int readMessage(String towards) {
    String size = words.require("a size");
    if (!size.endsWith("b")) {
      throw words.error("size " + Quoted.of(size) + " is not a number of bytes such as 10b");
    }
    long bytes = words.whole("size", size.substring(0, size.length() - 1), 0, Long.MAX_VALUE);
    words.expect(towards);
    int peer = (int) words.whole("rank", 0, graph.ranks() - 1L);
    int tag = 0;
    while (true) {
      String option = words.next();
      if ("tag".equals(option)) {
        tag = (int) words.whole("tag", 0, 0xFFFF_FFFFL); // all 32 bits: only whether two are the same matters
      } else if (option != null && (option.equals("cpu") || option.equals("nic"))) {
        words.whole(option, 0, Integer.MAX_VALUE);
      } else {
        words.keep(option);
        break;
      }
    }
    try {
      long sent = Math.max(1, bytes); // no message is empty
      return towards.equals("to") ? graph.send(rank, peer, sent, tag) : graph.receive(rank, peer, sent, tag);
    } catch (GraphBuilder.UnrunnableGraph refused) {
      throw words.error(refused.getMessage() + "; the other end is in line " + lines[refused.operation()]);
    } catch (IllegalArgumentException refused) {
      throw words.error(refused.getMessage());
    }
  }

  private int readComputation() {
    long units = words.whole("computation", 0, Long.MAX_VALUE);
    int stream = 0;
    String option = words.next();
    if ("cpu".equals(option)) {
      stream = (int) words.whole("cpu", 0, GraphBuilder.MOST_STREAMS - 1L);
    } else {
      words.keep(option);
    }
    double ps = StrictMath.rint(units * scale * PS_IN_NS);
    if (ps >= Long.MAX_VALUE) {
      throw words.error("a computation of " + units + " does not fit");
    }
    try {
      return graph.compute(rank, stream, (long) ps);
    } catch (IllegalArgumentException refused) {
      throw words.error(refused.getMessage());
    }
  }

  private void readRequirement(String label, String what) {
    int after = find(label);
    int before = find(words.require("a label"));
    try {
      if (what.equals("requires")) {
        graph.requires(after, before);
      } else {
        graph.requiresBeginning(after, before);
      }
    } catch (IllegalArgumentException refused) {
      throw words.error(refused.getMessage());
    }
  }

  private int find(String label) {
    int operation = labels.find(label);
    if (operation == Labels.NONE) {
      throw words.error("rank " + rank + " has no label " + Quoted.of(label) + " above this line");
    }
    return operation;
  }
}
