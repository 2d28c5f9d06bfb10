package dev.inflight.cc;

import dev.inflight.telemetry.Question;

/**
 * One flow's decision how fast it may send: a pure state machine. Facts go in, two numbers come out; it knows no clock, packet, port
 * or thread, and {@code now} is an argument. Not thread-safe: one flow belongs to one thread.
 */
public interface CongestionControl {
  /** The window of a flow that may have any number of bytes in flight. */
  long NO_WINDOW = Long.MAX_VALUE;

  /**
   * Takes the facts of an acknowledgement; also for the last one of a flow, and for negative ones.
   *
   * @return whether it decided anew, even if the decision is the old one; false when it only took note
   */
  boolean onAck(Feedback ack);

  /** Takes note that nothing was acknowledged for a retransmission timeout and that the flow starts again from the last acknowledged byte. */
  default void onTimeout(long nowPs) {
  }

  /** What the next packet shall ask the path, where a packet can bring back one figure only. */
  default Question nextQuestion() {
    return Question.UTILISATION;
  }

  /** Payload bytes that may be in flight, at least 1; a flow sends while it has fewer in flight. {@link #NO_WINDOW} for no bound. */
  long windowBytes();

  /** The rate at which packets leave, in bit/s of wire bytes: above 0, at most the line rate. */
  long paceBitsPerSec();
}
