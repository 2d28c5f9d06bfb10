package dev.inflight.net.recovery;

import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;

/** What the receiving end does with packets that do not come in order: the receiver's half of loss recovery; {@link RecoverySender} is the sender's. */
public interface RecoveryReceiver {
  /** What becomes of a data packet. */
  enum Verdict {
    /** Its bytes are new and the next ones. */
    ACCEPT,
    /** The same, and it fills a gap, or a part of one, which the sender needs to learn. */
    FILL,
    /** Its bytes are new and kept, and the sender needs a report of what is missing before them. */
    KEEP,
    /** It cannot be used, and the sender needs a report of what is missing. */
    REPORT_GAP,
    /** It cannot be used, and the sender knows. */
    IGNORE,
    /** Its bytes are taken, and nothing is answered. */
    COUNT,
    /** Its bytes were here before. */
    DUPLICATE
  }

  /** Takes a packet. */
  Verdict take(Packet packet);

  /** The number of the first packet that is missing: what acknowledgements say. */
  long expectedNumber();

  /** Bytes of all packets before it. */
  long expectedBytes();

  /** Whether a report of a gap names the packet that arrived behind it. */
  boolean reportsArrivals();

  /** What answers a packet behind a gap. */
  default Packet.Kind gapAnswer() {
    return Packet.Kind.NACK;
  }

  /**
   * An acknowledgement of any kind is about to leave: it says what else it has to say.
   *
   * @return its size
   */
  default int ackBytes(Packet ack, Framing framing) {
    boolean namesArrival = (ack.kind == Packet.Kind.NACK || ack.kind == Packet.Kind.TRIM_NACK)
        && ack.arrivedNumber != Packet.NO_NUMBER;
    return framing.ackBytes(ack.telemetryBytes, namesArrival);
  }
}
