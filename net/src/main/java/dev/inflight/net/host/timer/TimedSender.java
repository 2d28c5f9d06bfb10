package dev.inflight.net.host.timer;

/** A sender that waits for acknowledgements, for its {@link RetransmitTimer}. */
public interface TimedSender {
  /** True if the sender waits for an acknowledgement of data. */
  boolean awaitsAnswer();

  /** True if the sender has bytes to send but no route, and its wait is limited. */
  boolean isStranded();

  /** True if the sender is over. */
  boolean isFinished();

  /** Bytes in flight. */
  long inflightBytes();

  /** Handles a retransmission timeout. */
  void timedOut(long nowPs);
}
