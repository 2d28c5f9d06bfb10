package dev.inflight.sim.job;

import dev.inflight.sim.column.Countdown;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.FirstArrivals;
import dev.inflight.sim.order.Turns;
import dev.inflight.sim.period.Tracks;
import dev.inflight.sim.script.GraphMessages;
import dev.inflight.sim.script.Step;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Progress of the operations of a piece of a job: a whole graph, which all parts of a run share, or a piece of a script's step,
 * which each part unrolls for itself. Operations have the numbers of the piece's graph.
 */
final class PieceRun {
  private static final byte STARTED = 1;
  private static final byte ARRIVED = 2;
  private static final byte ENDED = 4;

  final JobRun run;
  final OperationGraph graph;
  /** Number of unmet requirements, by operation. */
  final Countdown missing;
  /** By list of operations that start in turn, the number of started ones; each list belongs to the part that its rank is in. */
  private final int[] turns;
  private final byte[] states;
  /** Matching of open sends' messages to receives; null for a piece of a step, which has none. */
  final @Nullable FirstArrivals arrivals;
  /** The messages of a piece of a step, which keep its operations in memory; null for a whole graph. */
  private final @Nullable GraphMessages messages;
  /** The step that this is a piece of; null for a whole graph. */
  final @Nullable Step step;
  final int piece;
  /** Repeating tracks of the piece; null without skipping. */
  @Nullable
  Tracks tracks;
  /** Repeating periods of the step's script; null without skipping. */
  @Nullable
  ScriptPeriods periods;
  /** Number of unfinished operations of the part's own ranks; only for a piece of a step. */
  int left;

  /** Makes the run of all of a job's operations. */
  PieceRun(JobRun run, OperationGraph graph) {
    this(run, graph, null, null, 0);
  }

  /** Makes the run of a piece of a script's step. */
  PieceRun(JobRun run, Step step, int piece) {
    this(run, step.unroll(piece), step, piece);
  }

  private PieceRun(JobRun run, GraphMessages messages, Step step, int piece) {
    this(run, messages.graph(), messages, step, piece);
  }

  private PieceRun(JobRun run, OperationGraph graph, @Nullable GraphMessages messages, @Nullable Step step, int piece) {
    this.run = run;
    this.graph = graph;
    this.messages = messages;
    this.step = step;
    this.piece = piece;
    arrivals = step == null ? new FirstArrivals(graph) : null;
    missing = graph.requirements();
    turns = new int[graph.turns().lists()];
    states = new byte[graph.operations()];
  }

  boolean hasStarted(int operation) {
    return (states[operation] & STARTED) != 0;
  }

  void begin(int operation) {
    if (tracks != null && graph.kind(operation) != OperationGraph.Kind.RECEIVE) {
      tracks.begins(operation);
    }
    states[operation] |= STARTED;
  }

  /** True if an operation has started but not ended. */
  boolean isWaiting(int operation) {
    return (states[operation] & (STARTED | ENDED)) == STARTED;
  }

  /** True if the message of a receive that starts has arrived. */
  boolean takesArrived(int receive) {
    return arrivals != null && graph.open().isOpen(receive)
        ? arrivals.started(receive) != FirstArrivals.NONE
        : (states[receive] & ARRIVED) != 0;
  }

  void arrive(int operation) {
    states[operation] |= ARRIVED;
  }

  void end(int operation, long nowPs) {
    if (tracks != null) {
      tracks.ended(operation, nowPs);
    }
    if (periods != null) {
      periods.ended(nowPs);
    }
    states[operation] |= ENDED;
  }

  /** One of the operations that require another; if periods were skipped between them, the operation that replaces it. */
  int dependent(int operation, int number) {
    int dependent = graph.dependent(operation, number);
    return tracks == null ? dependent : tracks.redirected(operation, dependent);
  }

  /** Returns the dependent after one of its requirements was met. */
  int released(int operation, int number) {
    int dependent = dependent(operation, number);
    if (tracks != null) {
      tracks.released(operation, dependent);
    }
    return dependent;
  }

  /** Operation that this one represents, because periods were skipped after its start. */
  int standsFor(int operation) {
    return tracks == null ? operation : tracks.standsFor(operation);
  }

  boolean hasEnded(int operation) {
    return (states[operation] & ENDED) != 0;
  }

  /** True if two operations have made the same progress. */
  boolean areAlike(int one, int other) {
    return states[one] == states[other] && missing.of(one) == missing.of(other);
  }

  /** Copies the progress of an operation to another one. */
  void copy(int from, int to) {
    states[to] = states[from];
    missing.copy(from, to);
  }

  /** Marks an operation as skipped. */
  void omit(int operation) {
    states[operation] |= STARTED | ENDED;
    left--;
  }

  /** Advances the lists of an operation that has ended: the next operation of each has one requirement less. */
  void takeTurns(int operation, ReadyQueue ready) {
    Turns all = graph.turns();
    int lists = all.listsOf(operation);
    for (int number = 0; number < lists; number++) {
      int list = all.listOf(operation, number);
      int after = turns[list] < all.targets(list) ? all.target(list, turns[list]++) : -1;
      if (after >= 0 && missing.countDown(after)) {
        ready.add(this, after);
      }
    }
  }

  /** The rank of the job that does an operation. */
  int rank(int operation) {
    int member = graph.rank(operation);
    return step == null ? member : step.member(piece, member);
  }

  /** The number of an operation among those of its job. */
  int number(int operation) {
    return step == null ? operation : step.firstOperation() + step.operation(piece, operation);
  }

  /** The number of an operation among those of all jobs. */
  int numberOfAll(int operation) {
    return run.job.firstOperation() + number(operation);
  }

  /** The row of a send. */
  int row(int operation) {
    return step == null || messages == null ? run.row(operation) : run.firstRow() + step.firstMessage() + message(operation);
  }

  /** Row of a skipped send, in the step that this one represents. */
  int rowInPlace(int send) {
    return step == null || periods == null ? row(send) : run.firstRow() + periods.standsFor(step).firstMessage() + message(send);
  }

  /** The number of a send's message among those of its step. */
  int message(int send) {
    return Objects.requireNonNull(step).firstMessageOf(piece) + Objects.requireNonNull(messages).number(send);
  }

  /** The collective of an operation; {@link OperationGraph#NO_COLLECTIVE} for none. */
  int collective(int operation) {
    int own = graph.collective(step == null ? standsFor(operation) : operation);
    return step == null || own == OperationGraph.NO_COLLECTIVE
        ? own
        : run.script().collectiveOf(periods == null ? step : periods.standsFor(step), piece);
  }
}
