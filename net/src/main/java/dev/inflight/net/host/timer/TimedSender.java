package dev.inflight.net.host.timer;

/** A sender that waits for acknowledgements, as its {@link RetransmitTimer} uses it. */
public interface TimedSender {
  /** True if the sender waits for an acknowledgement of data. */
  boolean awaitsAnswer();

  /** True if the sender has bytes to send but no route, and will not wait for one for ever. */
  boolean isStranded();

  /** True if the sender is over. */
  boolean isFinished();

  /** Bytes in flight. */
  long inflightBytes();

  /** Handles a timeout: no acknowledgement came in time. */
  void timedOut(long nowPs);
}
