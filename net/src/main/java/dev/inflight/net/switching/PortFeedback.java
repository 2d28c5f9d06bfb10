package dev.inflight.net.switching;

import dev.inflight.net.switching.stamp.TimedGate;
import dev.inflight.net.switchfeedback.FeedbackFilter;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * A port's answers to packets that join its queues while they are long (draft-pan-tsvwg-hpccplus §6.3). The port decides at a
 * packet's arrival, so the sender receives the queue's state before the packet has waited; the port's record is of that instant.
 */
public final class PortFeedback {
  /**
   * Rules by which a port answers.
   *
   * @param rule conditions of answers
   * @param formats telemetry formats of answers, by class of flow; null for classes without telemetry
   * @param ahead true for classes in which the receiver decides, and so gets the answer
   * @param framings sizes of answers, by class of flow
   * @param seal the keys of this network's telemetry, or none
   */
  public record Manner(DirectFeedback rule, @Nullable TelemetryCodec[] formats, boolean[] ahead, Framing[] framings,
      @Nullable ReportKeys seal) {
  }

  private final SwitchPort port;
  private final Manner manner;
  private final Stampers writing;
  private TelemetryCodec.@Nullable Stamper[] stampers;
  private @Nullable FeedbackFilter filter; // most ports never have a long queue
  private long sent;

  /**
   * A port's.
   *
   * @param writing writers of the port's own record into answers; separate from those for data, as some count packets
   */
  PortFeedback(SwitchPort port, Manner manner, Stampers writing) {
    this.port = port;
    this.manner = manner;
    this.writing = writing;
    stampers = writing.make();
  }

  /** Sets another rate of the port's link for later answers, in bit/s. */
  void announce(long rateBitsPerSec) {
    writing.announce(rateBitsPerSec);
    stampers = writing.make();
  }

  /** Queue length of the port from which it answers, in bytes. */
  int aboveBytes() {
    return (int) manner.rule.aboveBytes();
  }

  /** Answers a packet that has joined the queues, if it requests an answer and its flow has had none. */
  void consider(Packet packet, int queueBytes) {
    boolean hasHeader = packet.telemetryBytes > 0;
    TelemetryCodec.Stamper stamper = packet.kind.measured ? stampers[packet.flowClass] : null;
    boolean asks = hasHeader
        ? writing.rule(packet.flowClass).writes(packet.code, queueBytes)
        : packet.code == HeaderChoice.ASKS_ANSWERS;
    if (stamper == null || !asks || !filter().add(TimedGate.key(packet.flow()), packet.timePs)) {
      return;
    }
    long nowPs = packet.timePs;
    Packet answer = port.owner().takePacket();
    answer.becomeSwitchAnswer(packet, manner.ahead[packet.flowClass], nowPs);
    TelemetryCodec format = manner.formats[packet.flowClass];
    if (!hasHeader && format != null) {
      answer.telemetryBytes = (short) format.begin(answer.telemetry, 0, PathQuery.QUEUEING);
    }
    answer.hop = packet.hop;
    answer.ingress = packet.ingress;
    port.stamp(answer, nowPs, packet.priority, stamper);
    ReportKeys seal = manner.seal;
    if (seal != null) {
      Flow of = packet.flow();
      seal.seal(of.source(), of.destination(), answer.telemetry, 0, answer.telemetryBytes, of.id(), answer.sequence,
          answer.says(), sent);
      answer.telemetryBytes += ReportMac.BYTES;
    }
    answer.sizeBytes = manner.framings[packet.flowClass].switchAnswerBytes(answer.telemetryBytes);
    sent++;
    port.owner().originate(answer, nowPs);
  }

  private FeedbackFilter filter() {
    FeedbackFilter made = filter;
    if (made == null) {
      made = new FeedbackFilter(manner.rule);
      filter = made;
    }
    return made;
  }

  /** Answers sent so far. */
  long sent() {
    return sent;
  }
}
