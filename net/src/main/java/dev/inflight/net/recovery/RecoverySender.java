package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;

/**
 * The sender's half of loss recovery, which chooses the next bytes of a flow; {@link RecoveryReceiver} is the other half. It
 * counts bytes, and does not depend on packets, pace or window.
 */
public interface RecoverySender {
  /** Value of {@link #usedBytes} if no packet may leave. */
  long NOTHING = Long.MAX_VALUE;

  /** Bytes of the window in use: the next packet may leave if fewer than the window; {@link #NOTHING} if none may leave. */
  long usedBytes();

  /** First byte of the next packet, if {@link #usedBytes} is not {@link #NOTHING}. */
  long next();

  /**
   * Counts the packet at {@link #next} as sent.
   *
   * @return number of its bytes that were sent before
   */
  int sent(int bytes);

  /**
   * Counts a packet as sent, with the time of its first bit.
   *
   * @param startPs the time, which its acknowledgement will echo
   */
  default int sent(int bytes, long startPs) {
    return sent(bytes);
  }

  /**
   * Handles an acknowledgement of either kind.
   *
   * @param expected the first byte that the receiver misses
   * @param sentPs sending time of the packet that it answers, in picoseconds
   * @return true if the receiver has got further
   */
  boolean acknowledged(long expected, long sentPs);

  /**
   * Handles the gap that an acknowledgement reports; called after {@link #acknowledged}.
   *
   * @param arrived number of the packet that arrived after the gap, or {@code Packet.NO_NUMBER}
   * @return true if its arrival was not known
   */
  boolean gapReported(long arrived);

  /**
   * Handles the whole content of an acknowledgement of any kind.
   *
   * @return true if the receiver has got further, or more bytes are known to have arrived
   */
  default boolean answered(Packet ack) {
    boolean further = acknowledged(ack.expectedByte(), ack.sentPs);
    return ack.kind == Packet.Kind.NACK && gapReported(ack.gapArrival()) || further;
  }

  /**
   * Handles a trimmed packet that a switch has returned, so it has not arrived. Recoveries that cannot retransmit it alone ignore
   * it, and detect the loss otherwise.
   *
   * @param header has the packet's number and sending time
   */
  default void returned(Packet header) {
  }

  /** True if the last acknowledgement showed a loss. */
  default boolean reportsLoss(Packet ack) {
    return ack.kind == Packet.Kind.NACK;
  }

  /** Bytes that the last acknowledgement showed to be lost; 0 if the recovery does not count them. */
  default long lostBytes() {
    return 0;
  }

  /** Part of {@link #lostBytes} that switches cut from packets. */
  default long trimmedBytes() {
    return 0;
  }

  /** The round-trip time that the last acknowledgement measured, in picoseconds. */
  default long rttPs(Packet ack) {
    return ack.timePs - ack.sentPs;
  }

  /** True if gaps are known: the bytes in flight did not all leave in order. */
  boolean hasGap();

  /** Counts a probe as sent, after the data sent so far. */
  default void probeLeft(long number) {
  }

  /**
   * Handles the answer to a probe.
   *
   * @return true if fewer bytes are in flight because of it
   */
  default boolean probeAnswered(long number) {
    return false;
  }

  /** Handles an extension of the flow: it has more bytes than before. */
  void extend(long newSizeBytes);

  /** Handles a timeout: no acknowledgement came in time. */
  void timedOut(long nowPs);

  /** True if data was sent that the receiver has to answer. */
  boolean awaitsAnswer();

  /**
   * The current timeout, before any backoff, in picoseconds.
   *
   * @param otherwisePs the host's timeout, for a recovery without its own, in picoseconds
   */
  default long timeoutPs(long otherwisePs) {
    return otherwisePs;
  }

  /** Bytes in flight: sent, neither acknowledged nor counted as lost. */
  long inflightBytes();

  /** Bytes sent so far, without those retransmitted. */
  long sentBytes();

  /** Bytes from the start to the highest byte ever sent. */
  long highestSentBytes();

  /** Bytes acknowledged so far, up to the first that is missing. */
  long ackedBytes();

  /** Bytes that are known to have arrived, in any order. */
  default long arrivedBytes() {
    return ackedBytes();
  }
}
