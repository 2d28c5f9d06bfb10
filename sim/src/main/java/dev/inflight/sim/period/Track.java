package dev.inflight.sim.period;

import dev.inflight.sim.column.RingOperations;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive operations of a graph, each with a twin one period later: the same kind of operation, of as many bytes, with
 * requirements at the same distance before it. So periods that no operation has reached yet can be skipped: the dependents of
 * their first operations are moved to those after them.
 */
public final class Track {
  /** Least ratio of contended messages' durations to those without other traffic; messages in a row have up to 1.2. */
  private static final double CONTENDED = 1.5;

  final int first;
  final int end;
  private final @Nullable RingOperations ring;
  /** Operations of a period; 0 until one is known. */
  int period;
  /** Operations from here to the other position have twins. */
  int twinsFrom;
  int twinsEnd;
  /** Key that its periods share with those of other tracks of the job with the same work; 0 if it is unknown. */
  public long kind;
  /** True if its periods are steps of a script, which are long, and start with computations of equal duration. */
  public boolean isOfSteps;
  /** True if it has all operations of a graph. */
  boolean isWhole;
  /** Durations of its messages since the last {@link #forget}, and without other traffic, in picoseconds. */
  private double tookPs;
  private double idealTookPs;
  /** Number of searches for a period. */
  int searches;
  /** Positions from here on are as they were before the run came near them. */
  int touched;
  /** Position after the last one with a started message or computation. */
  int started;
  /** Number of operations that have ended, or were skipped. */
  int ended;
  /** Times at which its periods were complete. */
  public final PeriodTimes times = new PeriodTimes();
  /** Number of periods in a skipped time, less the skipped ones. */
  public double leftOver;
  private int untilComplete;
  private int lowest;

  /** The last message of each phase, by the position of its send. */
  private LastMessages messages = new LastMessages(0, 1);

  Track(int first, int end, @Nullable RingOperations ring) {
    this.ring = ring;
    this.first = first;
    this.end = end;
    touched = first;
    started = first;
    lowest = first;
  }

  @Override
  public String toString() {
    return first + " to " + end + ", period " + period + ", twins " + twinsFrom + " to " + twinsEnd + ", touched " + touched
        + ", ended " + ended;
  }

  /** Discards the measurements of its periods. */
  public void forget() {
    times.clear();
    tookPs = 0;
    idealTookPs = 0;
    leftOver = 0;
    untilComplete = Math.max(1, period);
  }

  /** Position of one of its operations in the order of repetition. */
  public int position(int operation) {
    return ring == null ? operation : ring.position(operation);
  }

  /** The operation at a position. */
  public int operation(int position) {
    return ring == null ? position : ring.operationAt(position);
  }

  /** True if its operations are the messages of a ring. */
  boolean isRing() {
    return ring != null;
  }

  /** Periods of a step of a ring: what a rank sends in it; 1 of anything else. */
  public int periodsOfStep() {
    return ring == null ? 1 : ring.shape().chunks();
  }

  /** Number of steps of a ring; 0 of anything else. */
  public int stepsOfRing() {
    return ring == null ? 0 : (int) (ring.shape().messages() / ring.shape().ranks().length / ring.shape().chunks());
  }

  /** Bytes that a rank sends in a step of a ring, up to one less; 0 of anything else. */
  public long bytesOfStep() {
    return ring == null ? 0 : Math.ceilDiv(ring.shape().sizeBytes(), ring.shape().ranks().length);
  }

  /** True if both tracks are rings with at least one common rank. */
  public boolean sharesRanks(Track other) {
    return ring != null && other.ring != null && ranks(ring).intersects(ranks(other.ring));
  }

  private static BitSet ranks(RingOperations of) {
    var ranks = new BitSet();
    for (int rank : of.shape().ranks()) {
      ranks.set(rank);
    }
    return ranks;
  }

  boolean isActive() {
    return touched > first && ended < end - first;
  }

  void repeats(int by, int from, int to) {
    period = by;
    twinsFrom = from;
    twinsEnd = to;
    untilComplete = by;
    messages = new LastMessages(from, by);
  }

  void touch(int operation) {
    touched = Math.max(touched, position(operation) + 1);
  }

  /** Records that operations before a position can have started. */
  void reach(int position) {
    touched = Math.max(touched, position);
    started = Math.max(started, position);
  }

  void begin(int operation) {
    touch(operation);
    started = Math.max(started, position(operation) + 1);
  }

  /** Called when an operation has ended. */
  public void ended(long nowPs) {
    ended++;
    if (period > 0 && --untilComplete == 0) {
      untilComplete = period;
      times.complete(nowPs);
    }
  }

  /** Largest number of periods that can be skipped. */
  public int most() {
    return period == 0 || started < twinsFrom + period ? 0 : Math.max(0, (twinsEnd - started) / period);
  }

  /** First position with a known twin one period later. */
  public int twinsFrom() {
    return twinsFrom;
  }

  /** Operations of a period. */
  public int period() {
    return period;
  }

  /** Position after the last one that is not as it was before the run came near it. */
  public int touched() {
    return touched;
  }

  /** Position of the first operation that can be skipped. */
  public int cut() {
    return started;
  }

  /** The position of the first unfinished operation before the cut. */
  public int lowest(IntPredicate hasEnded) {
    while (lowest < started && hasEnded.test(operation(lowest))) {
      lowest++;
    }
    return lowest;
  }

  /** Counts a message that has ended, by the send that it represents. */
  public void message(int send, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort) {
    if (period > 0) {
      times.message(fctPs);
      tookPs += fctPs;
      idealTookPs += idealFctPs;
      messages.message(position(send), startPs, fctPs, idealFctPs, retransmittedBytes, sourcePort);
    }
  }

  /**
   * True if it has all operations of a graph, and its messages slow each other down. Ranks that start in step keep equal periods
   * for a while, then get out of step suddenly, and their periods become longer.
   */
  public boolean isContended() {
    return isWhole && tookPs > CONTENDED * idealTookPs;
  }

  /** True if a message of each send from here on has been seen. */
  public boolean isSeen(int send) {
    return messages.isSeen(position(send));
  }

  /** Reports the expected values of a skipped message: those of the last message of its phase, later by a number of periods. */
  public void repeated(int send, int row, double periodPs, OmittedMessages into) {
    messages.repeated(position(send), row, periodPs, into);
  }
}
