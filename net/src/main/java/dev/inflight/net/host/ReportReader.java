package dev.inflight.net.host;

import dev.inflight.cc.Feedback;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.RecoverySender;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReplayWindow;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * Reads a flow's acknowledgements for its congestion control: returned telemetry, after a check of any authentication code,
 * marks, and round-trip times. It counts its findings.
 */
class ReportReader {
  private static final int SPARE_BITS = Integer.SIZE - 24;

  private final int flow;
  private final @Nullable ReportMac seal;
  private final HostContext context;
  private final TransportRules rules;
  private final @Nullable ReplayWindow replays;
  private boolean isRead;
  private long nextWindow;
  private long answeredOrder;
  private long lastRttPs;

  private ReportReader(Flow flow, HostContext context, long baseRttPs) {
    lastRttPs = baseRttPs;
    this.flow = flow.id();
    this.context = context;
    rules = context.rules;
    seal = rules.sealOf(flow);
    replays = seal == null ? null : new ReplayWindow();
  }

  /**
   * Makes the reader of a new flow.
   *
   * @param baseRttPs initial round-trip time, in picoseconds
   */
  static ReportReader of(Flow flow, HostContext context, long baseRttPs) {
    LinkReport chosen = context.linkReport;
    return chosen == null ? new ReportReader(flow, context, baseRttPs) : new ReportReader(flow, context, baseRttPs) {
      @Override
      DecodeStatus decode(TelemetryCodec format, byte[] telemetry, int length, Hops into) {
        return chosen.read(telemetry, 0, length, into); // acknowledgements bring none
      }
    };
  }

  /** Decodes the part of a header that a receiver returns. */
  DecodeStatus decode(TelemetryCodec format, byte[] telemetry, int length, Hops into) {
    return format.read(telemetry, 0, length, into);
  }

  /** Returns the content of an acknowledgement, valid until the next call for any flow. */
  Feedback read(Packet ack, RecoverySender recovery) {
    Feedback facts = fill(ack, recovery);
    facts.rttPs = recovery.rttPs(ack);
    lastRttPs = facts.rttPs;
    return news(facts);
  }

  /** Removes telemetry that is older than a switch's answer: about the answered packet, or an earlier one. */
  private Feedback news(Feedback facts) {
    if (facts.reportOrder <= answeredOrder) {
      facts.hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
      facts.quiet = false;
    }
    return facts;
  }

  /** Returns the flow's progress at this number of acknowledged bytes. */
  private Feedback progress(long nowPs, long ackedBytes, RecoverySender recovery) {
    Feedback facts = context.feedback;
    facts.nowPs = nowPs;
    facts.ackedBytes = ackedBytes;
    facts.sentBytes = recovery.sentBytes();
    facts.highestSentBytes = recovery.highestSentBytes();
    facts.inflightBytes = recovery.inflightBytes();
    facts.hasGap = recovery.hasGap();
    facts.arrivedBytes = recovery.arrivedBytes();
    facts.flowsOnLastLink = 0; // all flows of the host share this object
    return facts;
  }

  private Feedback fill(Packet ack, RecoverySender recovery) {
    Feedback facts = progress(ack.timePs, ack.sequence, recovery);
    facts.ecnMarked = ack.ecnMarked;
    facts.reportsLoss = recovery.reportsLoss(ack);
    facts.lostBytes = recovery.lostBytes();
    facts.trimmedBytes = recovery.trimmedBytes();
    facts.rttPs = ack.timePs - ack.sentPs;
    facts.orderByBytes();
    facts.quiet = false;
    facts.fromSwitch = false;
    facts.reported = false;
    TelemetryCodec format = rules.format;
    if (format != null) {
      if (ack.kind != Packet.Kind.NOTIFICATION && ack.kind != Packet.Kind.TALLY) {
        context.counters().telemetryWireBytes += (ack.hop + 1L) * ack.telemetryBytes;
      }
      readHops(format, ack, facts.hops);
      facts.reported = isRead && ack.telemetryBytes > 0;
      facts.quiet = rules.emptyIsQuiet && (isRead || rules.answersOnly) && facts.hops.count() == 0;
    }
    if (ack.ecnMarked) {
      context.counters().acksWithMarks++;
    }
    return facts;
  }

  /** Returns the content of a notification; answers to probes have a separate order. */
  Feedback readNotification(Packet notification, RecoverySender recovery, long probesSent) {
    Feedback facts = fill(notification, recovery);
    if (notification.isOfProbe()) {
      facts.reportOrder = notification.reportedNumber() + 1;
      facts.sentOrder = probesSent;
    }
    return news(facts);
  }

  /**
   * Returns the content of a switch's answer to a packet. Null if the answer is forged, about a packet that is not in flight, or
   * about a packet before another answered one: reports are used in packet order or not at all.
   */
  @Nullable
  Feedback readSwitchAnswer(Packet answer, RecoverySender recovery, long probesSent) {
    TelemetryCodec format = rules.format;
    if (format == null || !isGenuine(answer, flow, seal, context)) {
      return null;
    }
    boolean ofProbe = answer.isOfProbe();
    long order = ofProbe ? answer.answeredNumber() + 1 : answer.answeredEnd();
    long sentOrder = ofProbe ? probesSent : recovery.highestSentBytes();
    if (order <= answeredOrder || order > sentOrder || !ofProbe && order <= recovery.ackedBytes()) {
      context.counters().switchAnswersLate++;
      return null;
    }
    answeredOrder = order;
    Feedback facts = progress(answer.timePs, recovery.ackedBytes(), recovery);
    facts.windowInUse = false; // it acknowledges no data that would make room
    facts.ecnMarked = false;
    facts.reportsLoss = false;
    facts.lostBytes = 0;
    facts.trimmedBytes = 0;
    facts.rttPs = answer.timePs - answer.sentPs;
    facts.reportOrder = order;
    facts.sentOrder = sentOrder;
    facts.quiet = false;
    facts.reported = true;
    facts.fromSwitch = true;
    format.read(answer.telemetry, 0, reportBytes(answer, context), facts.hops);
    return facts;
  }

  /**
   * Returns the content of a packet that a switch has returned: a loss. It measures no round trip, so the last one
   * applies.
   */
  Feedback readReturned(Packet header, RecoverySender recovery) {
    Feedback facts = progress(header.timePs, recovery.ackedBytes(), recovery);
    facts.ecnMarked = false;
    facts.reportsLoss = true;
    facts.lostBytes = recovery.lostBytes();
    facts.trimmedBytes = recovery.trimmedBytes();
    facts.rttPs = lastRttPs;
    facts.orderByBytes();
    facts.quiet = false;
    facts.fromSwitch = false;
    facts.reported = false;
    facts.hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    return facts;
  }

  /** Reads the telemetry of a probe over one of the paths; false if the receiver did not send it. */
  boolean readPath(Packet report) {
    TelemetryCodec format = rules.format;
    if (format == null || !isSealed(report)) {
      return false;
    }
    return format.read(report.telemetry, 0, reportBytes(report, context), context.feedback.hops) == DecodeStatus.READ;
  }

  private static int reportBytes(Packet packet, HostContext context) {
    return packet.telemetryBytes - (context.rules.seal == null ? 0 : ReportMac.BYTES);
  }

  /** Reports whether an answer with content has the receiver's valid code; true without authentication. It may be a replay. */
  boolean isGenuine(Packet answer) {
    return isGenuine(answer, flow, seal, context);
  }

  /**
   * Reports whether an answer has a valid authentication code of a switch of this network; true without authentication. Replays
   * have no effect, because numbers only increase.
   */
  static boolean isGenuine(Packet answer, int flow, @Nullable ReportMac seal, HostContext context) {
    int length = reportBytes(answer, context);
    boolean genuine = seal == null
        || length >= 0 && seal.matches(answer.telemetry, 0, length, flow, answer.sequence, answer.says());
    if (!genuine) {
      context.counters().forgedReports++;
    }
    return genuine;
  }

  /** Reads the telemetry. Telemetry that is unreadable, or not the receiver's, leaves no hops. */
  private void readHops(TelemetryCodec from, Packet ack, Hops into) {
    readSealed(from, ack, into);
    if (into.count() > 0 || into.answered() != null) {
      context.counters().acksWithHops++;
    }
    if (into.cutOff()) {
      context.counters().telemetryTruncated++;
    }
  }

  /** Reports whether a window comes from the receiver, and is newer than all earlier ones. */
  boolean isNewWindow(Packet message) {
    boolean newer = (int) (message.messageNumber() - nextWindow) << SPARE_BITS >= 0; // the wire has 24 bits of it
    if (!newer || message.telemetryBytes < Packet.WINDOW_BYTES || !isSealed(message)) {
      return false;
    }
    nextWindow = message.messageNumber() + 1;
    return true;
  }

  private void readSealed(TelemetryCodec from, Packet ack, Hops into) {
    isRead = false;
    if (!isSealed(ack)) {
      into.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
      return;
    }
    int length = ack.telemetryBytes;
    if (rules.seal != null && length > 0) {
      length -= ReportMac.BYTES;
    }
    if (rules.counts != null && length >= Reflection.FLOWS_BYTES) {
      length -= Reflection.FLOWS_BYTES;
      if (!rules.emptyIsQuiet) { // otherwise no report shows which link is the last one
        context.feedback.flowsOnLastLink = Reflection.readFlows(ack.telemetry, length);
      }
    }
    isRead = decode(from, ack.telemetry, length, into) == DecodeStatus.READ;
  }

  /** Reports whether the receiver sent a packet's content, and it is no replay. True without authentication or content. */
  private boolean isSealed(Packet answer) {
    if (seal == null || replays == null || answer.telemetryBytes == 0) {
      return true;
    }
    int length = answer.telemetryBytes - ReportMac.BYTES;
    if (length < 0 || !seal.matches(answer.telemetry, 0, length, flow, answer.sequence, answer.says())) {
      context.counters().forgedReports++;
      return false;
    }
    if (!replays.isNew(ReportMac.serial(answer.telemetry, length))) {
      context.counters().replayedReports++;
      return false;
    }
    return true;
  }
}
