package dev.inflight.net.host.timer;

/** What waits for acknowledgements, as its {@link RetransmitTimer} sees it. */
public interface TimedSender {
  /** Whether it waits for an acknowledgement of something that it sent. */
  boolean awaitsAnswer();

  /** Whether it has bytes to send and no route to send them along, and will not wait for one for ever. */
  boolean isStranded();

  /** Whether it is over. */
  boolean isFinished();

  /** Bytes in flight. */
  long inflightBytes();

  /** No acknowledgement came for too long. */
  void timedOut(long nowPs);
}
