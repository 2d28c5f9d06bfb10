package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;

/**
 * Choice of the bytes of a flow that its sender sends next: the sender's half of loss recovery; {@link RecoveryReceiver} is the receiver's.
 * It counts bytes, and does not depend on packets, pace or window.
 */
public interface RecoverySender {
  /** Value of {@link #usedBytes} with nothing to send. */
  long NOTHING = Long.MAX_VALUE;

  /** Used part of the window: the next packet may leave if this is below it. {@link #NOTHING} if none may leave, whatever the window. */
  long usedBytes();

  /** The first byte of the next packet, where {@link #usedBytes} is not {@link #NOTHING}. */
  long next();

  /**
   * The packet at {@link #next} is sent.
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
   * An acknowledgement of either kind came.
   *
   * @param expected the first byte that the receiver misses
   * @param sentPs time of sending of the packet that it answers, in picoseconds
   * @return true if the receiver has got further
   */
  boolean acknowledged(long expected, long sentPs);

  /**
   * The acknowledgement reports a gap; after {@link #acknowledged}.
   *
   * @param arrived number of the packet behind the gap that arrived, or {@code Packet.NO_NUMBER}
   * @return true if its arrival is news
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
   * Handles a trimmed packet that a switch has returned, which thus has not arrived. Recoveries that cannot retransmit it alone ignore it,
   * and detect the loss by their own means.
   *
   * @param header with the packet's number, and when it left
   */
  default void returned(Packet header) {
  }

  /** True if this acknowledgement, the last that was handled, showed a loss. */
  default boolean reportsLoss(Packet ack) {
    return ack.kind == Packet.Kind.NACK;
  }

  /** Bytes of which this acknowledgement, the last that was answered, reports the loss; 0 where recovery does not report how many. */
  default long lostBytes() {
    return 0;
  }

  /** Part of {@link #lostBytes} that a switch has cut from packets. */
  default long trimmedBytes() {
    return 0;
  }

  /** The round-trip time that this acknowledgement, the last that was answered, has measured, in picoseconds. */
  default long rttPs(Packet ack) {
    return ack.timePs - ack.sentPs;
  }

  /** True if bytes are known to be missing that were sent before others: the bytes in flight did not all leave in order. */
  boolean hasGap();

  /** Counts a probe as sent, behind the data sent so far. */
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

  /** The flow has more bytes than before. */
  void extend(long newSizeBytes);

  /** Handles a timeout: no acknowledgement came in time. */
  void timedOut(long nowPs);

  /** True if data was sent that the receiver has to answer. */
  boolean awaitsAnswer();

  /**
   * Present timeout, before any backoff, in picoseconds.
   *
   * @param otherwisePs timeout of a recovery without its own, in picoseconds
   */
  default long timeoutPs(long otherwisePs) {
    return otherwisePs;
  }

  /** Bytes in flight: sent, neither acknowledged nor taken for lost. */
  long inflightBytes();

  /** Bytes sent so far, without those retransmitted. */
  long sentBytes();

  /** Bytes from the start up to the highest that was ever sent. */
  long highestSentBytes();

  /** Bytes acknowledged so far, up to the first that is missing. */
  long ackedBytes();

  /** Bytes that are known to have arrived, in any order. */
  default long arrivedBytes() {
    return ackedBytes();
  }
}
