package dev.inflight.cc;

import dev.inflight.telemetry.PathQuery;
import org.jspecify.annotations.Nullable;

/**
 * Control of one flow's window and rate: a pure state machine. Facts go in, two numbers come out; it has no access to a clock, packet, port
 * or thread, and {@code now} is an argument. Not thread-safe: one flow belongs to one thread.
 */
public interface CongestionControl {
  /** Window of a flow without a limit on the bytes in flight. */
  long NO_WINDOW = Long.MAX_VALUE;
  /** Due time of a timer that is not running. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Processes the facts of an acknowledgement, including negative ones and the last one of a flow.
   *
   * @return true if the control made a new decision, even one with the same result; false if it only recorded the facts
   */
  boolean onAck(Feedback ack);

  /** Records that nothing was acknowledged for a retransmission timeout and that the flow restarts from the last acknowledged byte. */
  default void onTimeout(long nowPs) {
  }

  /**
   * Records that the flow, with nothing in flight, continues on another path: facts about the old path are no longer valid.
   *
   * @param room share of its line rate that the path has room for, 0 to 1
   */
  default void onPathChange(double room, long nowPs) {
  }

  /**
   * Processes a congestion notification packet, which the receiver sends for marked packets ({@link Signal#CNP}).
   *
   * @return true if the control made a new decision
   */
  default boolean onCnp(long nowPs) {
    return false;
  }

  /**
   * Records that the flow has more bytes after it had sent all bytes.
   *
   * @param everSentBytes bytes sent so far, including retransmissions
   */
  default void onRestart(long everSentBytes) {
  }

  /**
   * Processes the window that the receiver has chosen, in bytes, if the receiver decides. If it grants credit ({@link Signal#CREDIT}), the
   * number is the total of bytes that the flow may have sent, including those retransmitted and those sent without credit.
   *
   * @return true if the control made a new decision
   */
  default boolean onWindow(long windowBytes) {
    return false;
  }

  /**
   * Limits the window after a time without reports of the path, to the bytes that were in flight in that time; the control continues from
   * this window.
   *
   * @param windowBytes upper bound of the window for now, in bytes, 1 or more
   */
  default void restrict(long windowBytes) {
  }

  /**
   * True if a packet that leaves now is unsolicited: no byte of the first flight has been answered since the flow started or had more
   * bytes. Only for schemes in which receivers grant credit ({@link Signal#CREDIT}).
   */
  default boolean sendsUnsolicited() {
    return false;
  }

  /**
   * Bytes that the flow requests credit for, in addition to the granted and used ones. Only for schemes in which receivers grant credit
   * ({@link Signal#CREDIT}).
   *
   * @param unsentBytes bytes that it still has to send, including retransmissions, 0 or more
   * @param everSentBytes bytes sent so far, including retransmissions
   * @return 0 or more
   */
  default long creditRequestBytes(long unsentBytes, long everSentBytes) {
    return unsentBytes;
  }

  /** Number of timers, which never changes. Timers start and stop during the flow. */
  default int timers() {
    return 0;
  }

  /**
   * Due time of a timer, in picoseconds; {@link #NEVER} while it is not running. Any call that may make a decision may move any timer, but
   * not to a time that has passed. The flow's driver then checks all timers, in this order if the order of simultaneous events matters, and
   * reschedules those that moved; an event for an outdated time is void.
   *
   * @param timer 0 to {@link #timers()} - 1
   */
  default long timerPs(int timer) {
    return NEVER;
  }

  /**
   * Processes a due timer. The call may be late, but never early.
   *
   * @param nowPs at least {@link #timerPs}
   * @return true if the control made a new decision
   */
  default boolean onTimer(int timer, long nowPs) {
    return false;
  }

  /**
   * Copy of this control that can run ahead of the flow: on a path without queues, marks and losses, its decisions depend only on time and
   * acknowledged bytes. Null if they depend on more, as in all schemes that measure their path.
   *
   * @param rttPs time after which packets are acknowledged on that path, in picoseconds
   */
  default @Nullable CongestionControl ahead(long rttPs) {
    return null;
  }

  /**
   * Records that the time for which it ran ahead was left out: its byte counts decrease by these bytes, and its timers are due earlier by
   * this time. Only for controls that support {@link #ahead}.
   *
   * @param bytes 0 or more
   * @param ps 0 or more
   */
  default void leaveOut(long bytes, long ps) {
    throw new UnsupportedOperationException(getClass() + " cannot be driven ahead of a flow");
  }

  /** Question of the next packet to the path, for formats in which a packet returns one figure only. */
  default PathQuery nextQuestion() {
    return PathQuery.UTILIZATION;
  }

  /**
   * Payload bytes that may be in flight, at least 1, or 0 while receivers grant no credit ({@link Signal#CREDIT}); {@link #NO_WINDOW} for
   * no bound. A flow sends while it has fewer bytes in flight, so that its last packet may exceed the window, or {@linkplain
   * #sendsOnlyWhatFits only packets that fit}.
   */
  long windowBytes();

  /**
   * True if a packet leaves only when a full packet fits into the window in addition to the bytes in flight; one packet may leave when
   * nothing is in flight. The value is the same for all flows of a scheme and follows its publication or its authors' implementation.
   */
  default boolean sendsOnlyWhatFits() {
    return false;
  }

  /** Rate at which packets leave, in bit/s of wire bytes: above 0, at most the line rate. */
  long paceBitsPerSec();
}
