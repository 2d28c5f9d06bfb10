package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;

/**
 * Which bytes of a flow its sender sends next: the sender's half of loss recovery; {@link RecoveryReceiver} is the receiver's. It counts bytes,
 * and knows no packet, pace or window.
 */
public interface RecoverySender {
  /** What {@link #usedBytes} says when there is nothing to send. */
  long NOTHING = Long.MAX_VALUE;

  /** What of the window is used: the next packet may leave when this is below it. {@link #NOTHING} when none may, whatever the window. */
  long usedBytes();

  /** The first byte of the next packet, where {@link #usedBytes} is not {@link #NOTHING}. */
  long next();

  /**
   * The packet at {@link #next} is sent.
   *
   * @return how many of its bytes were sent before
   */
  int sent(int bytes);

  /**
   * The same, of a packet with its first bit at a time.
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
   * @param sentPs when the packet was sent that it answers
   * @return whether the receiver has got further
   */
  boolean acknowledged(long expected, long sentPs);

  /**
   * The acknowledgement reports a gap; after {@link #acknowledged}.
   *
   * @param arrived number of the packet behind the gap that arrived, or {@code Packet.NO_NUMBER}
   * @return whether its arrival was not known
   */
  boolean gapReported(long arrived);

  /**
   * An acknowledgement of any kind came: all that it says.
   *
   * @return whether the receiver has got further, or more is known to have arrived
   */
  default boolean answered(Packet ack) {
    boolean further = acknowledged(ack.expectedByte(), ack.sentPs);
    return ack.kind == Packet.Kind.NACK && gapReported(ack.gapArrival()) || further;
  }

  /**
   * A switch has returned what is left of a packet, which so has not arrived. Recoveries that cannot retransmit it alone take no note, and find the loss
   * by their own means.
   *
   * @param header with the packet's number, and when it left
   */
  default void returned(Packet header) {
  }

  /** Whether this acknowledgement, the last that was answered, is what a loss was found by. */
  default boolean reportsLoss(Packet ack) {
    return ack.kind == Packet.Kind.NACK;
  }

  /** Bytes of which this acknowledgement, the last that was answered, reports the loss; 0 where recovery does not report how many. */
  default long lostBytes() {
    return 0;
  }

  /** Those of {@link #lostBytes} that a switch has cut from their packets. */
  default long trimmedBytes() {
    return 0;
  }

  /** The round-trip time that this acknowledgement, the last that was answered, has measured, in picoseconds. */
  default long rttPs(Packet ack) {
    return ack.timePs - ack.sentPs;
  }

  /** Whether bytes are known to be missing that were sent before others: not all that is in flight left in the order of its bytes. */
  boolean hasGap();

  /** A probe leaves behind what was sent so far. */
  default void probeLeft(long number) {
  }

  /**
   * A probe was answered.
   *
   * @return whether less is in flight for it
   */
  default boolean probeAnswered(long number) {
    return false;
  }

  /** The flow has more bytes than before. */
  void extend(long newSizeBytes);

  /** No acknowledgement came for too long. */
  void timedOut(long nowPs);

  /** Whether something was sent that the receiver has to answer. */
  boolean awaitsAnswer();

  /**
   * How long to wait for an answer now, before any backoff, in picoseconds.
   *
   * @param otherwisePs the wait of a recovery that has none of its own
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
