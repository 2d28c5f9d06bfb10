package dev.inflight.sim.period;

import dev.inflight.sim.column.RingOperations;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a graph, with numbers that follow each other, of which each has a twin one period later: the same kind of operation, of as many bytes,
 * with requirements that lie as far before it. So periods that nothing has come to yet can be left out: what would require their first operations is
 * required by those behind them.
 */
public final class Track {
  final int first;
  final int end;
  private final @Nullable RingOperations ring;
  /** Operations of a period; 0 until one is known. */
  int period;
  /** Operations from one to another have twins. */
  int twinsFrom;
  int twinsEnd;
  /** What its periods have in common with those of other tracks of the job that do the same; 0 where nothing is known of it. */
  public long kind;
  /** How often a period was looked for. */
  int searches;
  /** Positions from here on are as they were before the run came near them. */
  int touched;
  /** Behind the last position of which a message or computation has begun. */
  int begun;
  /** Operations that have ended, or were left out. */
  int ended;
  /** When its periods were complete. */
  public final PeriodTimes times = new PeriodTimes();
  /** What was left out less, or more, than a time would have held: periods. */
  public double leftOver;
  private int untilComplete;
  private int lowest;

  /** Results of the last message of each phase. */
  long[] startPs = {};
  long[] fctPs = {};
  long[] idealPs = {};
  long[] retransmittedBytes = {};
  int[] sourcePorts = {};
  int[] lastOf = {};

  Track(int first, int end, @Nullable RingOperations ring) {
    this.ring = ring;
    this.first = first;
    this.end = end;
    touched = first;
    begun = first;
    lowest = first;
  }

  @Override
  public String toString() {
    return first + " to " + end + ", period " + period + ", twins " + twinsFrom + " to " + twinsEnd + ", touched " + touched
        + ", ended " + ended;
  }

  /** What was seen of its periods does not count any more. */
  public void forget() {
    times.clear();
    leftOver = 0;
    untilComplete = Math.max(1, period);
  }

  /** The place of one of its operations in the order in which they repeat. */
  public int position(int operation) {
    return ring == null ? operation : ring.position(operation);
  }

  /** The operation of a place. */
  public int operation(int position) {
    return ring == null ? position : ring.operationAt(position);
  }

  boolean isRing() {
    return ring != null;
  }

  boolean isActive() {
    return touched > first && ended < end - first;
  }

  void repeats(int by, int from, int to) {
    period = by;
    twinsFrom = from;
    twinsEnd = to;
    untilComplete = by;
    startPs = new long[by];
    fctPs = new long[by];
    idealPs = new long[by];
    retransmittedBytes = new long[by];
    sourcePorts = new int[by];
    lastOf = new int[by];
    Arrays.fill(lastOf, -1);
  }

  void touch(int operation) {
    touched = Math.max(touched, position(operation) + 1);
  }

  /** Operations before a place can have begun. */
  void reach(int position) {
    touched = Math.max(touched, position);
    begun = Math.max(begun, position);
  }

  void begin(int operation) {
    touch(operation);
    begun = Math.max(begun, position(operation) + 1);
  }

  /** An operation has ended. */
  public void ended(long nowPs) {
    ended++;
    if (period > 0 && --untilComplete == 0) {
      untilComplete = period;
      times.complete(nowPs);
    }
  }

  /** How many periods can be left out at most. */
  public int most() {
    return period == 0 || begun < twinsFrom + period ? 0 : Math.max(0, (twinsEnd - begun) / period);
  }

  /** The first position that is known to have a twin one period later. */
  public int twinsFrom() {
    return twinsFrom;
  }

  /** Operations of a period. */
  public int period() {
    return period;
  }

  /** Behind the last position that is other than before the run came near it. */
  public int touched() {
    return touched;
  }

  /** The position of the first operation that can be left out. */
  public int cut() {
    return begun;
  }

  /** The position of the first operation that has not ended, of those before the cut. */
  public int lowest(IntPredicate hasEnded) {
    while (lowest < begun && hasEnded.test(operation(lowest))) {
      lowest++;
    }
    return lowest;
  }

  /** A message has ended, of the send that it stands for. */
  public void message(int send, long sinceStartPs, long tookPs, long idealTookPs, long retransmitted, int sourcePort) {
    if (period > 0 && position(send) >= twinsFrom) {
      int at = phase(send);
      lastOf[at] = position(send);
      startPs[at] = sinceStartPs;
      fctPs[at] = tookPs;
      idealPs[at] = idealTookPs;
      retransmittedBytes[at] = retransmitted;
      sourcePorts[at] = sourcePort;
    }
  }

  /** Whether a message of each send from here on has been seen. */
  public boolean isSeen(int send) {
    return lastOf[phase(send)] >= 0;
  }

  /** What a message is expected to have that is left out: as the last one of its phase, so many periods later. */
  public void repeated(int send, int row, double periodPs, OmittedMessages into) {
    int at = phase(send);
    long later = Math.round((double) (position(send) - lastOf[at]) / period * periodPs);
    into.message(row, startPs[at] + later, fctPs[at], idealPs[at], retransmittedBytes[at], sourcePorts[at]);
  }

  private int phase(int operation) {
    return (position(operation) - first) % period;
  }
}
