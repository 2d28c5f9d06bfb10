package dev.inflight.sim.script;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.Job;
import java.util.Arrays;

/**
 * A step of a script, the same for all its ranks, in pieces with disjoint ranks. A rank comes to a step when the steps before it
 * have ended for that rank. The graph of a piece first has a gate for each of its members: an operation without duration that
 * represents all that must precede the member's part. It is not one of the script's operations.
 */
public abstract class Step {
  int number;
  int firstOperation;
  int firstMessage;
  int firstPiece;
  int firstCollective;
  /** Steps that a rank comes to when this one has ended for it; the array may have spare room. */
  private int[] following = {};
  private int followers;

  Step() {
  }

  final void precedes(int step) {
    if (followers == following.length) {
      following = Arrays.copyOf(following, Math.max(2, 2 * followers)); // nearly all have two or fewer
    }
    following[followers++] = step;
  }

  /** Position in the script. */
  public final int number() {
    return number;
  }

  /** The number of its first operation. */
  public final int firstOperation() {
    return firstOperation;
  }

  /** The number of its first message. */
  public final int firstMessage() {
    return firstMessage;
  }

  /** The number of its first piece among all pieces. */
  public final int firstPiece() {
    return firstPiece;
  }

  /** Number of steps that a rank comes to when this one, and the others that they wait for, have ended for it. */
  public final int followers() {
    return followers;
  }

  /** The number of one of these steps. */
  public final int follower(int number) {
    return following[number];
  }

  final int[] allFollowers() {
    return Arrays.copyOf(following, followers);
  }

  /** Number of pieces. */
  public abstract int pieces();

  /** Number of ranks in a piece. */
  public abstract int members();

  /** A rank of a piece. */
  public abstract int member(int piece, int place);

  /** True if a rank takes part. */
  public abstract boolean has(int rank);

  /** The piece of a rank that takes part. */
  public abstract int pieceOf(int rank);

  /** Place of a rank in its piece. */
  public abstract int placeOf(int rank);

  /** Number of steps that must have ended for a rank before it comes to this one, 0 to 2. */
  public abstract int entries(int rank);

  /** The operations of a piece, after as many gates as it has members, and its messages; equal pieces share them. */
  public abstract GraphMessages unroll(int piece);

  /** The number of an operation of a piece's graph among those of the step. */
  public abstract int operation(int piece, int local);

  /** The piece of an operation of the step. */
  public abstract int pieceOfOperation(int operation);

  /** The number of an operation of the step in its piece's graph. */
  public abstract int localOf(int operation);

  /** Place of the member for which the step ends with an operation of a piece's graph; -1 for none. */
  public abstract int endsFor(int piece, int local);

  abstract long operations();

  abstract long messages();

  /** The first message of a piece, among those of the step. */
  public abstract int firstMessageOf(int piece);

  /** The send of a message of the step, among the operations of the step. */
  abstract int send(int message);

  abstract int sender(int message);

  abstract int receiver(int message);

  abstract long sizeBytes(int message);

  /**
   * Visits all messages in order.
   *
   * @param firstRow the row of the first message
   */
  void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    int count = (int) messages();
    for (int message = 0; message < count; message++) {
      visitor.visit(firstRow + message, job.hostOf(sender(message)), job.hostOf(receiver(message)), sizeBytes(message),
          job.earliestStartPs());
    }
  }

  /**
   * Visits all messages, grouped by size and pair of hosts; pairs come in the order of their first messages.
   *
   * @param repeats number of times that the messages are sent
   */
  abstract void forEachAlike(Job job, long repeats, AlikeVisitor visitor);

  /** Key of steps with equal messages of the same ranks, and as many operations of each rank. */
  abstract Object work();

  /** Key of twins: steps with equal messages and computations of the same ranks. */
  Object twin() {
    return work();
  }

  /** Time of each rank in the stream of computation, in picoseconds. */
  public long computePs() {
    return 0;
  }

  abstract long operationsOf(int rank);

  abstract long messagesFrom(int rank);

  int collectives() {
    return 0;
  }

  Collective collective(int piece) {
    throw new IllegalArgumentException("step " + number + " has no collective " + piece);
  }

  /** Text that distinguishes it from other steps, apart from its place. */
  abstract String description();
}
