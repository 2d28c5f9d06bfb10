package dev.inflight.sim.job;

import dev.inflight.sim.job.state.JobObserver;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.sim.workload.job.JobIndex;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.job.state.CollectiveSpan;
import dev.inflight.sim.job.state.FirstArrivals;
import dev.inflight.sim.script.Step;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of ranks with hosts in one part of a fabric. All requirements of an operation are on its own host, and a
 * receive's message arrives there, so parts need no information about each other here.
 */
public final class JobPart {
  /** Computations and starts of messages: before all packets that are due at their instant, after flows that start then. */
  private static final long FIRST_KEY = Long.MIN_VALUE + 1 + (1L << 32);

  private final JobRun[] jobs;
  private final JobIndex places;
  private final EventLoop loop;
  private final ScenarioTime time;
  private final Jobs.Listener listener;
  private final IntPredicate isHere;
  private final CollectiveSpans spans = new CollectiveSpans();
  /** By job; null for one that is a graph. */
  private final @Nullable Unrolling[] unrollings;
  private final PartRemainder left;
  private int computing;
  private final OperationReports reports = new OperationReports();
  private final ReadyQueue ready = new ReadyQueue(reports);

  /**
   * Makes the operations of a part; none has started.
   *
   * @param jobs jobs of all parts
   * @param places index of their operations
   * @param isHere true for hosts in this part
   */
  JobPart(JobRun[] jobs, JobIndex places, EventLoop loop, ScenarioTime time, IntPredicate isHere, Jobs.Listener listener) {
    this.jobs = jobs;
    this.places = places;
    this.loop = loop;
    this.time = time;
    this.isHere = isHere;
    this.listener = listener;
    left = new PartRemainder(jobs, isHere);
    unrollings = new Unrolling[jobs.length];
    for (int job = 0; job < jobs.length; job++) {
      JobRun run = jobs[job];
      unrollings[job] = run.isScript() ? new Unrolling(run, rank -> isHere(run, rank)) : null;
    }
  }

  void observe(JobObserver by) {
    reports.observe(by);
  }

  private boolean isHere(JobRun run, int rank) {
    return isHere.test(run.job.hostOf(rank));
  }

  /** Schedules the jobs' starts. */
  public void schedule() {
    if (left.operations == 0) {
      return;
    }
    for (JobRun run : jobs) {
      if (run.job.after() == null) {
        begin(run, run.startPs);
      }
    }
  }

  /** Schedules the starts of a job's ranks in this part. */
  void begin(JobRun run, long atPs) {
    int number = 1;
    for (int job = 0; job < run.index; job++) {
      number += jobs[job].ranks();
    }
    for (int rank = 0; rank < run.ranks(); rank++) {
      if (isHere(run, rank) && run.starts(rank)) {
        var start = new RankStart(this, run, rank);
        start.key = FIRST_KEY - number - rank;
        time.starts().schedule(start, atPs);
      }
    }
  }

  /** True if any unfinished operation of a job is here. */
  boolean has(int job) {
    return left.has(job);
  }

  /** True if all operations of this part have ended. */
  public boolean isOver() {
    return left.operations == 0;
  }

  /** True if any rank computes, or is about to send, so that further events follow without packets in the fabric. */
  public boolean isComputing() {
    return computing > 0;
  }

  /** Number of messages from here that have not started. */
  public int messagesLeft() {
    return left.messages;
  }

  /** True if a message from here has started. */
  public boolean hasStarted(int message) {
    JobRun run = jobs[places.of(message)];
    return hasStarted(run, message - run.job.firstOperation());
  }

  private boolean hasStarted(JobRun run, int operation) {
    Unrolling unrolling = unrollings[run.index];
    return unrolling == null ? Objects.requireNonNull(run.whole).hasStarted(operation) : unrolling.hasStarted(operation);
  }

  /** Handles the acknowledgement of the last byte of a message from here. */
  public void sent(int message, long nowPs) {
    int job = places.of(message);
    PieceRun piece = pieceOf(job, message);
    end(piece, localOf(job, message), nowPs);
    beginReady(nowPs);
  }

  /** Handles the arrival of the last byte of a message to here. */
  public void arrived(int message, long nowPs) {
    int job = places.of(message);
    PieceRun piece = pieceOf(job, message);
    int send = localOf(job, message);
    reports.arrived(message, time.ofLoop(nowPs));
    FirstArrivals arrivals = piece.arrivals;
    if (arrivals != null && piece.graph.open().isOpen(send)) {
      int taker = arrivals.arrived(send);
      if (taker != FirstArrivals.NONE) {
        end(piece, taker, nowPs);
        beginReady(nowPs);
      }
      return;
    }
    int receive = piece.graph.partner(send);
    piece.arrive(receive);
    if (piece.hasStarted(receive)) {
      end(piece, receive, nowPs);
      beginReady(nowPs);
    }
  }

  /** The number of the job of a message. */
  public int jobOf(int message) {
    return places.of(message);
  }

  /** Channel of a message in progress. */
  public int channelOf(int message) {
    int job = jobOf(message);
    return pieceOf(job, message).graph.channel(localOf(job, message));
  }

  private PieceRun pieceOf(int job, int operation) {
    Unrolling unrolling = unrollings[job];
    return unrolling == null
        ? Objects.requireNonNull(jobs[job].whole)
        : unrolling.pieceOf(operation - jobs[job].job.firstOperation());
  }

  private int localOf(int job, int operation) {
    Unrolling unrolling = unrollings[job];
    int own = operation - jobs[job].job.firstOperation();
    return unrolling == null ? own : unrolling.localOf(own);
  }

  private void beginReady(long nowPs) {
    for (PieceRun piece = ready.next(); piece != null; piece = ready.next()) {
      begin(piece, ready.take(), nowPs);
    }
  }

  private void begin(PieceRun piece, int operation, long nowPs) {
    OperationGraph graph = piece.graph;
    piece.begin(operation);
    reports.began(piece, operation, time.ofLoop(nowPs));
    CollectiveSpan span = spans.of(piece, operation);
    if (span != null) {
      span.started(time.ofLoop(nowPs));
    }
    release(piece, operation, true);
    switch (graph.kind(operation)) {
      case SEND -> {
        left.messages--;
        long delayPs = graph.delayPs(operation);
        computing += delayPs > 0 ? 1 : 0;
        schedule(piece, operation, nowPs + delayPs);
      }
      case RECEIVE -> {
        if (piece.takesArrived(operation)) {
          end(piece, operation, nowPs);
        }
      }
      case COMPUTE -> compute(piece, operation, nowPs);
    }
  }

  private void compute(PieceRun piece, int operation, long nowPs) {
    JobRun run = piece.run;
    long durationPs = piece.graph.durationPs(operation);
    if (durationPs == 0) {
      end(piece, operation, nowPs);
      return;
    }
    int rank = piece.rank(operation);
    int stream = piece.graph.stream(operation);
    long beginPs = Math.max(nowPs, run.streamFreeAtPs(rank, stream));
    long endPs = Math.addExact(beginPs, run.durationPs(rank, time.ofLoop(beginPs), durationPs));
    run.compute(rank, stream, nowPs, endPs);
    reports.computes(piece, operation, endPs - beginPs);
    computing++;
    schedule(piece, operation, endPs);
  }

  private void schedule(PieceRun piece, int operation, long atPs) {
    var due = new DueOperation(this, piece, operation);
    due.key = FIRST_KEY + piece.run.job.firstOperation() + piece.number(operation);
    loop.schedule(due, atPs);
  }

  private void end(PieceRun piece, int operation, long nowPs) {
    JobRun run = piece.run;
    piece.end(operation, nowPs);
    int rank = piece.rank(operation);
    long endPs = time.ofLoop(nowPs);
    reports.ended(piece, operation, rank, endPs);
    run.left[rank]--;
    run.endsPs[rank] = endPs;
    CollectiveSpan span = spans.of(piece, operation);
    if (span != null) {
      span.ended(rank, endPs);
    }
    release(piece, operation, false);
    piece.takeTurns(operation, ready);
    if (piece.step != null) {
      follow(piece, piece.step, operation, rank, endPs);
    }
    if (left.ended(run.index) && run.isFollowed) {
      listener.jobEnded(run.index, endPs);
    }
    listener.ended(nowPs);
  }

  /** Starts further steps for the rank of an ended operation, if its step has ended for the rank. */
  private void follow(PieceRun piece, Step step, int operation, int rank, long nowPs) {
    Unrolling unrolling = Objects.requireNonNull(unrollings[piece.run.index]);
    for (int number = 0; number < step.followers() && step.endsFor(piece.piece, operation) >= 0; number++) {
      int follower = step.follower(number);
      come(unrolling, piece.periods == null ? follower : piece.periods.redirected(step.number(), follower), rank, nowPs);
    }
    unrolling.ended(piece);
  }

  private void come(Unrolling unrolling, int step, int rank, long nowPs) {
    PieceRun to = unrolling.coming(step, rank, nowPs);
    if (to != null) {
      release(to, Objects.requireNonNull(to.step).placeOf(rank), false);
    }
  }

  /** Counts a met requirement of an operation's dependents, and queues dependents without any left. */
  private void release(PieceRun piece, int operation, boolean whatRequiresBeginning) {
    OperationGraph graph = piece.graph;
    int dependents = graph.dependents(operation);
    for (int number = 0; number < dependents; number++) {
      if (graph.requiresBeginning(operation, number) == whatRequiresBeginning) {
        int after = piece.released(operation, number);
        if (piece.missing.countDown(after)) {
          ready.add(piece, after);
        }
      }
    }
  }

  @Nullable
  CollectiveSpan spanOf(JobRun run, int collective) {
    return spans.get(run, collective);
  }

  /** True if a script's message is sent from here and has not started. */
  boolean isAwaited(JobRun run, int message) {
    return isHere(run, run.script().sender(message)) && !hasStarted(run, run.script().send(message));
  }

  /** Rows of messages of a graph that are sent from here and have not started. */
  IntStream rowsNotStarted(JobRun run) {
    PieceRun whole = Objects.requireNonNull(run.whole);
    return IntStream.range(0, whole.graph.operations())
        .filter(operation -> whole.graph.kind(operation) == OperationGraph.Kind.SEND && !whole.hasStarted(operation)
            && isHere.test(run.job.host(operation)))
        .map(run::row);
  }

  /** Starts a message, or ends a computation. */
  void due(PieceRun piece, int operation, long nowPs) {
    if (piece.graph.kind(operation) == OperationGraph.Kind.SEND) {
      computing -= piece.graph.delayPs(operation) > 0 ? 1 : 0;
      listener.start(piece.row(operation), piece.run.index, piece.graph.channel(operation), nowPs);
    } else {
      computing--;
      end(piece, operation, nowPs);
      beginReady(nowPs);
    }
  }

  /** The time of the loop at one of the scenario. */
  long toLoop(long scenarioPs) {
    return time.toLoop(scenarioPs);
  }

  /** Counter of skipped operations. */
  OmittedOperations omitted() {
    return new OmittedOperations(left, spans);
  }

  /** Unrolled part of a script; null for a graph. */
  @Nullable
  Unrolling unrolling(JobRun run) {
    return unrollings[run.index];
  }

  /** Starts the operations of a rank that require nothing. */
  void start(JobRun run, int rank, long scenarioPs) {
    reports.started(scenarioPs);
    if (run.isScript()) {
      for (int step : run.startsOf(rank)) {
        come(Objects.requireNonNull(unrollings[run.index]), step, rank, scenarioPs);
      }
    } else {
      for (int place = run.firstOf[rank]; place < run.firstOf[rank + 1]; place++) {
        ready.add(Objects.requireNonNull(run.whole), run.first[place]);
      }
    }
    beginReady(time.toLoop(scenarioPs));
  }
}
