package dev.inflight.cc;

import dev.inflight.telemetry.PathQuery;
import org.jspecify.annotations.Nullable;

/**
 * One flow's decision how fast it may send: a pure state machine. Facts go in, two numbers come out; it knows no clock, packet, port
 * or thread, and {@code now} is an argument. Not thread-safe: one flow belongs to one thread.
 */
public interface CongestionControl {
  /** The window of a flow that may have any number of bytes in flight. */
  long NO_WINDOW = Long.MAX_VALUE;
  /** The due time of a timer that is not running. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Takes the facts of an acknowledgement; also for the last one of a flow, and for negative ones.
   *
   * @return whether it decided anew, even if the decision is the old one; false when it only took note
   */
  boolean onAck(Feedback ack);

  /** Takes note that nothing was acknowledged for a retransmission timeout and that the flow starts again from the last acknowledged byte. */
  default void onTimeout(long nowPs) {
  }

  /**
   * The flow, of which nothing is in flight, goes on over another path: what is known of the old one holds no more.
   *
   * @param room the part of its line rate that the path has room for, 0 to 1
   */
  default void onPathChange(double room, long nowPs) {
  }

  /**
   * Takes a congestion notification packet, which the receiver sends for marked packets ({@link Signal#CNP}).
   *
   * @return whether it decided anew
   */
  default boolean onCnp(long nowPs) {
    return false;
  }

  /**
   * Takes note that the flow has more bytes, after all that it had were sent.
   *
   * @param everSentBytes bytes sent so far, each as often as it was
   */
  default void onRestart(long everSentBytes) {
  }

  /**
   * Takes the window that its receiver has decided, in bytes, where the receiver decides; where it grants credit ({@link Signal#CREDIT}), how many
   * bytes the flow may have sent in all, those retransmitted and those sent without credit counted.
   *
   * @return whether it decided anew
   */
  default boolean onWindow(long windowBytes) {
    return false;
  }

  /**
   * Takes note that no report of the path came for a while, and that no more than this was in flight in that time: it goes on from there.
   *
   * @param windowBytes the most that the window may be for now, 1 or more
   */
  default void restrict(long windowBytes) {
  }

  /**
   * Whether a packet that leaves now leaves without credit: nothing of its first flight has been answered, since the flow started or had
   * more bytes. Only where receivers grant credit ({@link Signal#CREDIT}).
   */
  default boolean sendsUnsolicited() {
    return false;
  }

  /**
   * How many bytes the flow requests credit for, besides those that it was granted and has used. Only where receivers grant credit
   * ({@link Signal#CREDIT}).
   *
   * @param unsentBytes bytes that it has still to send, those to retransmit counted, 0 or more
   * @param everSentBytes bytes sent so far, each as often as it was
   * @return 0 or more
   */
  default long creditRequestBytes(long unsentBytes, long everSentBytes) {
    return unsentBytes;
  }

  /** How many timers it has, always the same number. They start and stop as it goes along. */
  default int timers() {
    return 0;
  }

  /**
   * When a timer is due, in picoseconds; {@link #NEVER} while it is not running. Any call that may decide something may move any timer,
   * but not to a time that has passed. The flow's driver looks at all timers afterwards, in this order where the order of
   * simultaneous events matters, and schedules anew those that moved; an event for a time that is no longer the timer's is void.
   *
   * @param timer 0 to {@link #timers()} - 1
   */
  default long timerPs(int timer) {
    return NEVER;
  }

  /**
   * A timer is due. It may be late, never early.
   *
   * @param nowPs at least {@link #timerPs}
   * @return whether it decided anew
   */
  default boolean onTimer(int timer, long nowPs) {
    return false;
  }

  /**
   * Another one that has decided the same so far, and that can be driven ahead of the flow: on a path on which nothing queues, is marked or is lost, all
   * that it decides follows from time and from what is acknowledged. Null where it follows from more, as for all schemes that measure their path.
   *
   * @param rttPs the time after which packets are acknowledged there, in picoseconds
   */
  default @Nullable CongestionControl ahead(long rttPs) {
    return null;
  }

  /**
   * Takes note that time was left out for which it was driven ahead: what it has counted is less by these bytes, and what was due is due earlier by this
   * time. Only where there is one {@linkplain #ahead ahead} of the flow.
   *
   * @param bytes 0 or more
   * @param ps 0 or more
   */
  default void leaveOut(long bytes, long ps) {
    throw new UnsupportedOperationException(getClass() + " cannot be driven ahead of a flow");
  }

  /** What the next packet shall ask the path, where a packet can bring back one figure only. */
  default PathQuery nextQuestion() {
    return PathQuery.UTILIZATION;
  }

  /**
   * Payload bytes that may be in flight, at least 1, or 0 while receivers grant no credit ({@link Signal#CREDIT}). A flow sends while it has fewer
   * in flight, so that its last packet may exceed the window; or {@linkplain #sendsOnlyWhatFits only what fits}. {@link #NO_WINDOW} for no bound.
   */
  long windowBytes();

  /**
   * Whether a packet leaves only when a full one fits into the window beside the bytes in flight; one may leave when nothing is in flight. The
   * same for all flows of a scheme: its publication or its authors' implementation decides.
   */
  default boolean sendsOnlyWhatFits() {
    return false;
  }

  /** The rate at which packets leave, in bit/s of wire bytes: above 0, at most the line rate. */
  long paceBitsPerSec();
}
