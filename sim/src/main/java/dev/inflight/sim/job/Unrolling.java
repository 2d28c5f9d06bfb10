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
