package dev.inflight.lab.graph.goal;

import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.UnrunnableGraph;
import dev.inflight.sim.graph.OperationGraph;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * GOAL text, as LogGOPSim and ATLAHS read it: {@code num_ranks 2}, then for each rank {@code rank 0 { l1: send 10b to 1; ... }}.
 * An operation may have a label, by which later lines name it. Blanks between words may be missing where a number starts or ends.
 */
final class GoalText {
  private static final List<String> OPERATIONS = List.of("send", "recv", "calc");
  private static final int MOST_NIC = 255;

  private final Path path;
  private final Tokenizer words;
  private final GoalOperations operations;
  private final GraphBuilder graph;
  private int rank;
  private Labels labels = new Labels();
  /** Line of the last number. */
  private int lastLine;
  /** Line of each operation; a message of GOAL is two operations in two places. */
  private int[] lines = new int[16];

  private GoalText(Path path, Tokenizer words, GoalOptions options) {
    this.path = path;
    this.words = words;
    words.expect("num_ranks");
    long ranks = words.whole("number of ranks", 1, Long.MAX_VALUE);
    try {
      operations = new GoalOperations(place(), ranks, options);
    } catch (IllegalArgumentException refused) {
      throw words.error(refused.getMessage());
    }
    graph = operations.graph;
  }

  private SourceLocation place() {
    return new SourceLocation(path.toString(), words.line());
  }

  /** Reads the file. */
  static OperationGraph read(Path path, InputStream in, GoalOptions options) {
    try (var words = new Tokenizer(path, in, "{}:;")) {
      var file = new GoalText(path, words, options);
      file.readRanks();
      file.operations.noteNics();
      try {
        return file.graph.build(operation -> "the operation of line " + file.lines[operation]);
      } catch (UnrunnableGraph refused) {
        int line = file.lines[refused.operation()];
        boolean bothEnds = refused.otherEnd() >= 0;
        throw new SourceLocation(path.toString(), bothEnds ? file.lines[refused.otherEnd()] : line)
            .error(refused.getMessage() + (bothEnds ? "; the other end is in line " + line : ""));
      }
    }
  }

  private void readRanks() {
    var seen = new BitSet();
    for (String word = words.next(); word != null; word = words.next()) {
      if (word.equals("num_ranks")) {
        words.whole("number of ranks", graph.ranks(), graph.ranks());
        continue;
      }
      if (!word.equals("rank")) {
        throw words.error("found " + Quoted.of(word) + " where 'rank' is expected");
      }
      boolean areAll = seen.cardinality() == graph.ranks();
      rank = (int) words.whole("rank", 0, areAll ? Integer.MAX_VALUE : graph.ranks() - 1L);
      if (rank >= graph.ranks()) {
        Notices.add(place(), "ranks", "rank " + rank + " and all later ones are ignored, because num_ranks is " + graph.ranks());
        break;
      }
      if (seen.get(rank)) {
        throw words.error("rank " + rank + " occurs twice");
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
      if (what.equals(":")) {
        String operation = words.require("an operation");
        if (operation.length() > 4 && OPERATIONS.contains(operation.substring(0, 4)) && isNumber(operation.substring(4))) {
          words.keep(operation.substring(4));
          operation = operation.substring(0, 4);
        }
        readOperation(label, operation);
      } else if (OPERATIONS.contains(label) && isNumber(what)) {
        words.keep(what);
        readOperation("", label);
      } else if (what.startsWith("requires") || what.startsWith("irequires")) {
        String word = what.startsWith("r") ? "requires" : "irequires";
        keepRest(what, word.length());
        readRequirement(label, word);
      } else {
        throw words.error("found " + Quoted.of(what) + " behind the label " + Quoted.of(label)
            + " where ':', 'requires' or 'irequires' is expected");
      }
    }
  }

  private static boolean isNumber(String word) {
    return word.charAt(0) == '-' || isDigit(word.charAt(0));
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  private void keepRest(String word, int read) {
    if (read < word.length()) {
      words.keep(word.substring(read));
    }
  }

  private void readOperation(String label, String what) {
    int line = words.line();
    int operation;
    try {
      operation = switch (what) {
        case "send" -> readMessage(true);
        case "recv" -> readMessage(false);
        case "calc" -> readComputation();
        default -> throw words.error("unknown operation " + Quoted.of(what) + Suggestion.hint(what, OPERATIONS));
      };
    } catch (IllegalArgumentException refused) {
      throw words.error(refused.getMessage());
    }
    if (!label.isEmpty() && !labels.add(label, operation)) {
      throw words.error("rank " + rank + " has the label " + Quoted.of(label) + " twice");
    }
    if (operation >= lines.length) {
      lines = Arrays.copyOf(lines, operation + (operation >> 1) + 16);
    }
    lines[operation] = line;
  }

  private int readMessage(boolean isSend) {
    String size = number("a size");
    String unit = words.next();
    if (unit == null || !unit.startsWith("b")) {
      throw words.error("size " + Quoted.of(size) + " is not a number of bytes such as 10b");
    }
    keepRest(unit, 1);
    long bytes = words.whole("size", size, 0, Long.MAX_VALUE);
    String toward = isSend ? "to" : "from";
    String word = words.require("'" + toward + "'");
    if (!word.startsWith(toward)) {
      throw words.error("found " + Quoted.of(word) + " where '" + toward + "' is expected");
    }
    keepRest(word, toward.length());
    String peer = number("a rank");
    long of = peer.equals("-1") && !isSend ? GoalOperations.ANY : rank(isSend, peer);
    long tag = 0;
    int nic = 0;
    while (true) {
      if (takesOption("tag")) {
        String value = number("a tag");
        tag = value.equals("-1") ? GoalOperations.ANY : words.whole("tag", value, 0, 0xFFFF_FFFFL);
      } else if (takesOption("cpu")) {
        words.whole("cpu", number("a cpu"), 0, Integer.MAX_VALUE);
      } else if (takesOption("nic")) {
        nic = (int) words.whole("nic", number("a nic"), 0, MOST_NIC);
      } else {
        return operations.isMarker(isSend, of)
            ? operations.marker(place(), rank, of)
            : operations.message(place(), isSend, rank, bytes, of, tag, nic);
      }
    }
  }

  private long rank(boolean isSend, String peer) {
    long of = words.whole("rank", peer, 0, Long.MAX_VALUE);
    return operations.isMarker(isSend, of) ? of : words.whole("rank", peer, 0, graph.ranks() - 1L);
  }

  private int readComputation() {
    long units = words.whole("computation", number("a computation"), 0, Long.MAX_VALUE);
    int cpu = takesOption("cpu") ? (int) words.whole("cpu", number("a cpu"), 0, GraphBuilder.MOST_STREAMS - 1L) : 0;
    return operations.computation(rank, cpu, units);
  }

  /** Reads the next word if it is this option of an operation, and reports whether it was. Options share an operation's line. */
  private boolean takesOption(String name) {
    String word = words.next();
    boolean isOption = word != null && words.line() == lastLine && word.startsWith(name)
        && (word.length() == name.length() || isNumber(word.substring(name.length())));
    if (word == null || !isOption) {
      words.keep(word);
      return false;
    }
    keepRest(word, name.length());
    return true;
  }

  /**
   * Reads the digits at the start of the next word, or -1; the characters after them form the next word. A word without digits is
   * returned unchanged.
   */
  private String number(String what) {
    String word = words.require(what);
    lastLine = words.line();
    int end = word.startsWith("-1") ? 2 : 0;
    while (end < word.length() && word.charAt(0) != '-' && isDigit(word.charAt(end))) {
      end++;
    }
    if (end == 0 || end < word.length() && isDigit(word.charAt(end))) {
      return word;
    }
    keepRest(word, end);
    return word.substring(0, end);
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
