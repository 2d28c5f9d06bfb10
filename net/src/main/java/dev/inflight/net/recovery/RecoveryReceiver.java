package dev.inflight.net.recovery;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/** The receiver's half of loss recovery, which treats packets out of order; {@link RecoverySender} is the other half. */
public interface RecoveryReceiver {
  /** Treatment of a data packet. */
  enum Verdict {
    /** Its bytes are new and the next ones. */
    ACCEPT,
    /** Its bytes are the next ones, and it fills a gap, or a part of one, which the receiver reports to the sender. */
    FILL,
    /** Its bytes are new and kept, and the receiver reports the missing bytes before them. */
    KEEP,
    /** It cannot be used, and the receiver reports the missing bytes. */
    REPORT_GAP,
    /** It cannot be used, and the sender has the report already. */
    IGNORE,
    /** Its bytes are counted, and there is no answer. */
    COUNT,
    /** Its bytes had arrived before. */
    DUPLICATE
  }

  /** Receives a packet. */
  Verdict take(Packet packet);

  /** Number of the first missing packet: the content of acknowledgements. */
  long expectedNumber();

  /** Bytes of all packets before the first missing one. */
  long expectedBytes();

  /** True if a report of a gap names the packet that arrived after it. */
  boolean reportsArrivals();

  /** Kind of the answer to a packet after a gap. */
  default Packet.Kind gapAnswer() {
    return Packet.Kind.NACK;
  }

  /**
   * Writes further content into an acknowledgement of any kind that is about to leave.
   *
   * @return its size
   */
  default int ackBytes(Packet ack, Framing framing) {
    boolean namesArrival = (ack.kind == Packet.Kind.NACK || ack.kind == Packet.Kind.TRIM_NACK)
        && ack.arrivedNumber != Packet.NO_NUMBER;
    return framing.ackBytes(ack.telemetryBytes, namesArrival);
  }
}
