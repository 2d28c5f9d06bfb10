package dev.inflight.sim.job;

import dev.inflight.sim.script.Script;
import dev.inflight.sim.script.Step;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a script that are under way in one part. A piece is unrolled when the first rank of the part comes to it, or a message arrives of
 * a rank that came before, and is forgotten when all ranks of the part have done theirs: so it holds operations that are in progress, and no others.
 */
final class Unrolling {
  private final JobRun run;
  private final Script script;
  private final IntPredicate isHere;
  /** By number among all pieces. */
  private final Map<Integer, PieceRun> live = new HashMap<>();
  /** Pieces that are over, by number among all. */
  private final BitSet over = new BitSet();
  /** By step, ranks for which one of two steps has ended that it waits for. */
  private final Map<Integer, BitSet> half = new HashMap<>();

  private int firstOpen;
  /** What repeats; null where nothing is left out. */
  @Nullable
  ScriptPeriods periods;

  /**
   * A script of which nothing is unrolled.
   *
   * @param isHere whether a rank is in the part
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

  /** The piece to which a rank comes because one of the steps that it waited for has ended; null when it waits for another one. */
  @Nullable
  PieceRun coming(int step, int rank) {
    if (periods != null) {
      periods.come(step);
    }
    Step to = script.step(step);
    return to.entries(rank) == 2 && isFirstOfTwo(step, rank) ? null : piece(to, to.pieceOf(rank));
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

  private PieceRun piece(Step step, int piece) {
    int number = step.firstPiece() + piece;
    PieceRun known = live.get(number);
    if (known != null) {
      return known;
    }
    var unrolled = new PieceRun(run, step, piece);
    unrolled.periods = periods;
    for (int operation = step.members(); operation < unrolled.graph.operations(); operation++) {
      unrolled.left += isHere.test(unrolled.rank(operation)) ? 1 : 0;
    }
    live.put(number, unrolled);
    return unrolled;
  }

  /** An operation of the part has ended. */
  void ended(PieceRun piece) {
    Step step = piece.step;
    if (step == null || --piece.left > 0) {
      return;
    }
    int number = step.firstPiece() + piece.piece;
    live.remove(number);
    over.set(number);
  }

  /** The first step of which a piece is not over; how many there are where there is none. */
  int firstOpenStep() {
    while (firstOpen < script.steps() && isOver(script.step(firstOpen))) {
      firstOpen++;
    }
    return firstOpen;
  }

  private boolean isOver(Step step) {
    return over.nextClearBit(step.firstPiece()) >= step.firstPiece() + step.pieces();
  }

  /** A step counts as done. */
  void omit(Step step) {
    over.set(step.firstPiece(), step.firstPiece() + step.pieces());
  }

  /** Messages of steps before one that are not acknowledged, by what they stand for. */
  BitSet openMessages(int before, ScriptPeriods periods) {
    var open = new BitSet();
    for (int number = firstOpenStep(); number < before; number++) {
      Step step = script.step(number);
      int from = periods.standsFor(step).firstMessage();
      for (int message = script.firstMessage(number); message < script.firstMessage(number + 1); message++) {
        int send = script.send(message) - step.firstOperation();
        int piece = step.firstPiece() + step.pieceOfOperation(send);
        PieceRun under = live.get(piece);
        if (under == null ? !over.get(piece) : !under.hasEnded(step.localOf(send))) {
          open.set(from + message - step.firstMessage());
        }
      }
    }
    return open;
  }

  /** Whether an operation of this part, the send of a message, has started. */
  boolean hasBegun(int send) {
    Step step = script.stepOf(send);
    int number = step.firstPiece() + step.pieceOfOperation(send - step.firstOperation());
    PieceRun piece = live.get(number);
    return piece == null ? over.get(number) : piece.hasBegun(step.localOf(send - step.firstOperation()));
  }

  /** How many operations are held. */
  int operations() {
    return live.values().stream().mapToInt(piece -> piece.graph.operations()).sum();
  }
}
