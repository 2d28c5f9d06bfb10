package dev.inflight.sim.job;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.graph.OperationGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The operations of those ranks whose hosts are in one part of a fabric. What an operation requires is done on its own host, and a receive's message
 * arrives there, so parts know nothing of each other here.
 */
public final class JobPart {
  /** Computations and starts of messages: before all packets that are due at their instant, behind flows that start then. */
  private static final long FIRST_KEY = Long.MIN_VALUE + 1 + (1L << 32);

  /** Takes what comes of operations. */
  public interface Listener {
    /** The message of a row begins. */
    void start(int row, long nowPs);

    /** An operation has ended. */
    void ended(long nowPs);
  }

  private final JobRun[] jobs;
  private final EventLoop loop;
  private final Listener listener;
  private final IntPredicate isHere;
  private final Map<Long, CollectiveSpan> spans = new HashMap<>();
  private long left;
  private int messagesLeft;
  private int computing;
  /** Operations, by number among all jobs', that can begin; they do in this order. */
  private int[] ready = new int[16];
  private int firstReady;
  private int readyCount;

  /**
   * The operations of a part, none of which has begun.
   *
   * @param jobs of all parts
   * @param isHere whether a host is in this part
   */
  JobPart(JobRun[] jobs, EventLoop loop, IntPredicate isHere, Listener listener) {
    this.jobs = jobs;
    this.loop = loop;
    this.isHere = isHere;
    this.listener = listener;
    for (JobRun run : jobs) {
      for (int operation = 0; operation < run.graph.operations(); operation++) {
        if (isHere.test(run.job.host(operation))) {
          left++;
          messagesLeft += run.graph.kind(operation) == OperationGraph.Kind.SEND ? 1 : 0;
        }
      }
    }
  }

  /** Schedules the jobs' starts. */
  public void schedule() {
    if (left == 0) {
      return;
    }
    int number = 0;
    for (JobRun run : jobs) {
      for (int rank = 0; rank < run.graph.ranks(); rank++) {
        number++;
        if (isHere.test(run.job.hostOf(rank)) && run.firstOf[rank + 1] > run.firstOf[rank]) {
          var start = new RankStart(run, rank);
          start.key = FIRST_KEY - number;
          loop.schedule(start, run.job.startPs());
        }
      }
    }
  }

  /** Whether all operations of this part have ended. */
  public boolean isOver() {
    return left == 0;
  }

  /** Whether any rank computes, so that something will happen though no packet is under way. */
  public boolean isComputing() {
    return computing > 0;
  }

  /** Messages from here that have not begun. */
  public int messagesLeft() {
    return messagesLeft;
  }

  /** Whether a message from here has begun. */
  public boolean hasBegun(int message) {
    JobRun run = jobs[JobRun.indexOf(jobs, message)];
    return run.is(message - run.job.firstOperation(), JobRun.BEGUN);
  }

  /** The last byte of a message from here was acknowledged. */
  public void sent(int message, long nowPs) {
    JobRun run = jobs[JobRun.indexOf(jobs, message)];
    end(run, message - run.job.firstOperation(), nowPs);
    beginReady(nowPs);
  }

  /** The last byte of a message to here has arrived. */
  public void arrived(int message, long nowPs) {
    JobRun run = jobs[JobRun.indexOf(jobs, message)];
    int send = message - run.job.firstOperation();
    if (run.graph.open().isOpen(send)) {
      int taker = run.arrivals.arrived(send);
      if (taker != FirstArrivals.NONE) {
        end(run, taker, nowPs);
        beginReady(nowPs);
      }
      return;
    }
    int receive = run.graph.partner(send);
    run.states[receive] |= JobRun.ARRIVED;
    if (run.is(receive, JobRun.BEGUN)) {
      end(run, receive, nowPs);
      beginReady(nowPs);
    }
  }

  private void beginReady(long nowPs) {
    while (firstReady < readyCount) {
      int operation = ready[firstReady++];
      JobRun run = jobs[JobRun.indexOf(jobs, operation)];
      begin(run, operation - run.job.firstOperation(), nowPs);
    }
    firstReady = 0;
    readyCount = 0;
  }

  private void begin(JobRun run, int operation, long nowPs) {
    OperationGraph graph = run.graph;
    run.states[operation] |= JobRun.BEGUN;
    CollectiveSpan span = span(run, operation);
    if (span != null) {
      span.begun(nowPs);
    }
    release(run, operation, true);
    switch (graph.kind(operation)) {
      case SEND -> {
        messagesLeft--;
        schedule(run, operation, nowPs);
      }
      case RECEIVE -> {
        if (graph.open().isOpen(operation)
            ? run.arrivals.begun(operation) != FirstArrivals.NONE
            : run.is(operation, JobRun.ARRIVED)) {
          end(run, operation, nowPs);
        }
      }
      case COMPUTE -> compute(run, operation, nowPs);
    }
  }

  private void compute(JobRun run, int operation, long nowPs) {
    long durationPs = run.graph.durationPs(operation);
    if (durationPs == 0) {
      end(run, operation, nowPs);
      return;
    }
    int rank = run.graph.rank(operation);
    int stream = run.graph.stream(operation);
    long endPs = Math.addExact(Math.max(nowPs, run.streamFreeAtPs(rank, stream)), durationPs);
    run.compute(rank, stream, nowPs, endPs);
    computing++;
    schedule(run, operation, endPs);
  }

  private void schedule(JobRun run, int operation, long atPs) {
    var due = new Due(run, operation);
    due.key = FIRST_KEY + run.job.firstOperation() + operation;
    loop.schedule(due, atPs);
  }

  private void end(JobRun run, int operation, long nowPs) {
    run.states[operation] |= JobRun.ENDED;
    int rank = run.graph.rank(operation);
    run.left[rank]--;
    run.endsPs[rank] = nowPs;
    left--;
    CollectiveSpan span = span(run, operation);
    if (span != null) {
      span.ended(rank, nowPs);
    }
    release(run, operation, false);
    listener.ended(nowPs);
  }

  /** Those that require no more than this can begin. */
  private void release(JobRun run, int operation, boolean whatRequiresBeginning) {
    OperationGraph graph = run.graph;
    int dependents = graph.dependents(operation);
    for (int number = 0; number < dependents; number++) {
      int after = graph.dependent(operation, number);
      if (graph.requiresBeginning(operation, number) == whatRequiresBeginning && --run.missing[after] == 0) {
        ready(run.job.firstOperation() + after);
      }
    }
  }

  private void ready(int operation) {
    if (readyCount == ready.length) {
      ready = Arrays.copyOf(ready, readyCount * 2);
    }
    ready[readyCount++] = operation;
  }

  private @Nullable CollectiveSpan span(JobRun run, int operation) {
    int collective = run.graph.collective(operation);
    if (collective == OperationGraph.NO_COLLECTIVE) {
      return null;
    }
    return spans.computeIfAbsent(spanKey(run, collective), _ -> new CollectiveSpan());
  }

  private static long spanKey(JobRun run, int collective) {
    return (long) run.job.firstOperation() << 32 | collective;
  }

  @Nullable
  CollectiveSpan spanOf(JobRun run, int collective) {
    return spans.get(spanKey(run, collective));
  }

  /** Numbers of messages from here that have not begun, as rows. */
  int[] rowsNotBegun() {
    int[] rows = new int[messagesLeft];
    int found = 0;
    for (JobRun run : jobs) {
      for (int operation = 0; operation < run.graph.operations(); operation++) {
        if (run.graph.kind(operation) == OperationGraph.Kind.SEND && !run.is(operation, JobRun.BEGUN)
            && isHere.test(run.job.host(operation))) {
          rows[found++] = run.rows[operation];
        }
      }
    }
    return rows;
  }

  /** The operations of a rank that require nothing begin. One event for each rank, so that there are as many however the fabric is cut. */
  private final class RankStart extends Event {
    private final JobRun run;
    private final int rank;

    RankStart(JobRun run, int rank) {
      this.run = run;
      this.rank = rank;
    }

    @Override
    public void fire() {
      for (int place = run.firstOf[rank]; place < run.firstOf[rank + 1]; place++) {
        ready(run.job.firstOperation() + run.first[place]);
      }
      beginReady(timePs);
    }
  }

  /** A message's start, or a computation's end. */
  private final class Due extends Event {
    private final JobRun run;
    private final int operation;

    Due(JobRun run, int operation) {
      this.run = run;
      this.operation = operation;
    }

    @Override
    public void fire() {
      if (run.graph.kind(operation) == OperationGraph.Kind.SEND) {
        listener.start(run.rows[operation], timePs);
      } else {
        computing--;
        end(run, operation, timePs);
        beginReady(timePs);
      }
    }
  }
}
