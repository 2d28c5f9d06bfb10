package dev.inflight.sim.job;

import dev.inflight.sim.period.Tracks;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a script in progress in one part. A piece is unrolled when the part's first rank reaches it, or when a message
 * arrives from a rank that reached it before. It is dropped when all ranks of the part have done theirs. So only pieces with
 * operations in progress take memory.
 */
final class Unrolling {
  /** Number of operations below which no repetition is sought. */
  private static final int FEWEST_OPERATIONS = 128;

  private final JobRun run;
  private final Script script;
  private final IntPredicate isHere;
  /** By number among all pieces. */
  private final Map<Integer, PieceRun> live = new HashMap<>();
  /** Pieces that are over, by number among all. */
  private final BitSet over = new BitSet();
  /** By step that waits for two steps, the ranks for which one of the two has ended. */
  private final Map<Integer, BitSet> half = new HashMap<>();

  /** Repeating periods; null without skipping. */
  @Nullable
  ScriptPeriods periods;

  /**
   * Makes the unrolling of a script; no step is unrolled.
   *
   * @param isHere true for ranks in the part
   */
  Unrolling(JobRun run, IntPredicate isHere) {
    this.run = run;
    this.isHere = isHere;
    script = run.script();
  }

  /** The piece of an operation, which is not over. */
  PieceRun pieceOf(int operation) {
    Step step = script.stepOf(operation);
    return piece(step, step.pieceOfOperation(operation - step.firstOperation()));
  }

  /** The number of an operation in its piece. */
  int localOf(int operation) {
    Step step = script.stepOf(operation);
    return step.localOf(operation - step.firstOperation());
  }

  /**
   * Returns the piece that a rank reaches because one of the steps that it waited for has ended, at a time of the scenario; null
   * if it waits for another one.
   */
  @Nullable
  PieceRun coming(int step, int rank, long nowPs) {
    if (periods != null) {
      periods.come(step, nowPs);
    }
    Step to = script.step(step);
    if (to.entries(rank) == 2 && isFirstOfTwo(step, rank)) {
      return null;
    }
    if (periods != null) {
      periods.begins(step);
    }
    return piece(to, to.pieceOf(rank));
  }

  private boolean isFirstOfTwo(int step, int rank) {
    BitSet waiting = half.computeIfAbsent(step, _ -> new BitSet());
    waiting.flip(rank);
    boolean isFirst = waiting.get(rank);
    if (waiting.isEmpty()) {
      half.remove(step);
    }
    return isFirst;
  }

  /** Pieces in progress, in order. */
  List<PieceRun> underWay() {
    return live.keySet().stream().sorted().map(live::get).toList();
  }

  /** True if the same ranks have come to two steps for the first of two times. */
  boolean areAlike(int one, int other) {
    return Objects.equals(half.get(one), half.get(other));
  }

  private PieceRun piece(Step step, int piece) {
    int number = step.firstPiece() + piece;
    PieceRun known = live.get(number);
    if (known != null) {
      return known;
    }
    var unrolled = new PieceRun(run, step, piece);
    unrolled.periods = periods;
    if (periods != null && unrolled.graph.operations() >= FEWEST_OPERATIONS && Tracks.areIn(unrolled.graph)) {
      unrolled.tracks = new Tracks(unrolled.graph, step.members(), periods.kind(step));
    }
    for (int operation = step.members(); operation < unrolled.graph.operations(); operation++) {
      unrolled.left += isHere.test(unrolled.rank(operation)) ? 1 : 0;
    }
    live.put(number, unrolled);
    return unrolled;
  }

  /** Called when an operation of the part has ended. */
  void ended(PieceRun piece) {
    Step step = piece.step;
    if (step == null || --piece.left > 0) {
      return;
    }
    int number = step.firstPiece() + piece.piece;
    live.remove(number);
    over.set(number);
  }

  /** True if all pieces of a step are over, or skipped. */
  boolean isOver(Step step) {
    return over.nextClearBit(step.firstPiece()) >= step.firstPiece() + step.pieces();
  }

  /** Counts a step as done. */
  void omit(Step step) {
    over.set(step.firstPiece(), step.firstPiece() + step.pieces());
    half.remove(step.number());
  }

  /** Adds a step's unacknowledged messages, as those that they represent in it, to a set of numbers from a first one on. */
  void addOpenMessages(Step step, int first, BitSet to) {
    for (int message = 0; message < script.firstMessage(step.number() + 1) - step.firstMessage(); message++) {
      int send = script.send(step.firstMessage() + message) - step.firstOperation();
      int piece = step.firstPiece() + step.pieceOfOperation(send);
      PieceRun under = live.get(piece);
      if (under == null && !over.get(piece)) {
        to.set(first + message);
      } else if (under != null && !under.hasEnded(step.localOf(send))) {
        to.set(first + under.message(under.standsFor(step.localOf(send))));
      }
    }
  }

  /** True if an operation of this part has started; it is the send of a message. */
  boolean hasStarted(int send) {
    Step step = script.stepOf(send);
    int number = step.firstPiece() + step.pieceOfOperation(send - step.firstOperation());
    PieceRun piece = live.get(number);
    return piece == null ? over.get(number) : piece.hasStarted(step.localOf(send - step.firstOperation()));
  }

  /** Number of operations in memory. */
  int operations() {
    return live.values().stream().mapToInt(piece -> piece.graph.operations()).sum();
  }
}
