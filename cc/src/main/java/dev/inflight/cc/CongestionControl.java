package dev.inflight.cc;

import dev.inflight.telemetry.PathQuery;
import org.jspecify.annotations.Nullable;

/**
 * Control of one flow's window and rate: a pure state machine without access to a clock, packet, port or thread; {@code now} is
 * an argument. Not thread-safe: one flow belongs to one thread.
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

  /**
   * Records that nothing was acknowledged for a retransmission timeout and that the flow restarts from the last acknowledged
   * byte.
   */
  default void onTimeout(long nowPs) {
  }

  /**
   * Records that the flow, with nothing in flight, continues on another path: facts about the old path are no longer valid.
   *
   * @param room share of the flow's line rate that the new path can carry, 0 to 1
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
   * Records that the flow has more bytes to send after it had sent all of them.
   *
   * @param everSentBytes bytes sent so far, including retransmissions
   */
  default void onRestart(long everSentBytes) {
  }

  /**
   * Processes the window, in bytes, that the receiver has chosen. If the receiver grants credit ({@link Signal#CREDIT}), the
   * number is the total of bytes that the flow may have sent, including retransmissions and unsolicited bytes.
   *
   * @return true if the control made a new decision
   */
  default boolean onWindow(long windowBytes) {
    return false;
  }

  /**
   * Limits the window, after a time without reports, to the bytes then in flight. The control continues from this window.
   *
   * @param windowBytes upper bound of the window for now, in bytes, 1 or more
   */
  default void restrict(long windowBytes) {
  }

  /**
   * True if a packet that leaves now is unsolicited: the receiver has answered no byte of the first flight since the flow started
   * or got more bytes to send. Only for schemes in which receivers grant credit ({@link Signal#CREDIT}).
   */
  default boolean sendsUnsolicited() {
    return false;
  }

  /**
   * Bytes for which the flow requests credit, in addition to granted and used credit. Only for schemes in which receivers grant
   * credit ({@link Signal#CREDIT}).
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
   * Due time of a timer, in picoseconds; {@link #NEVER} while it is not running. Any call that may make a decision may move any
   * timer, but not to a time that has passed. The flow's driver then checks all timers by rising index, because the order of
   * simultaneous events may matter, and reschedules those that moved. An event for an outdated time has no effect.
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
   * Copy of this control that can run ahead of the flow, because its decisions on a path without queues, marks and losses depend
   * only on time and acknowledged bytes. Null if decisions depend on more, as in all schemes that measure their path.
   *
   * @param rttPs time after which packets are acknowledged on that path, in picoseconds
   */
  default @Nullable CongestionControl ahead(long rttPs) {
    return null;
  }

  /**
   * Subtracts bytes and time that were skipped while a copy ran ahead: byte counts decrease, and timers are due earlier. Only for
   * controls that support {@link #ahead}.
   *
   * @param bytes 0 or more
   * @param ps 0 or more
   */
  default void leaveOut(long bytes, long ps) {
    throw new UnsupportedOperationException(getClass() + " cannot be driven ahead of a flow");
  }

  /** Question that the next packet asks about the path, in formats that return one figure per packet. */
  default PathQuery nextQuestion() {
    return PathQuery.UTILIZATION;
  }

  /**
   * Payload bytes that may be in flight, at least 1, or 0 while receivers grant no credit ({@link Signal#CREDIT});
   * {@link #NO_WINDOW} for no bound. A flow sends while fewer bytes are in flight, so its last packet may exceed the window,
   * unless it {@linkplain #sendsOnlyWhatFits sends only packets that fit}.
   */
  long windowBytes();

  /**
   * True if a packet leaves only when a full packet fits into the window in addition to the bytes in flight; one packet may
   * leave when nothing is in flight. The value is the same for all flows of a scheme and follows its publication or its
   * authors' implementation.
   */
  default boolean sendsOnlyWhatFits() {
    return false;
  }

  /** Rate at which packets leave, in bit/s of wire bytes: above 0, at most the line rate. */
  long paceBitsPerSec();
}
