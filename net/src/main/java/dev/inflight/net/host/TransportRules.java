package dev.inflight.net.host;

import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which both ends of a flow send and answer: a {@link HostConfig} in the form that each packet needs. Immutable, and
 * shared by all flows of a class. Final fields and not a record, because packets read them directly.
 */
final class TransportRules {
  /** Source of all these rules; for rare uses, once a flow. */
  final HostConfig config;

  // Packets

  /** Sizes of frames. */
  final Framing framing;
  /** Arithmetic of pacing. */
  final SerializationTime clock;
  /** Bytes of preamble and gap around each frame. */
  final int gapBytes;
  /** Compatibility with the authors' simulator. */
  final Ns3Compatibility profile;

  // Sending

  /** True if pacing follows the rate of the congestion control; otherwise it is the line rate. */
  final boolean paced;
  /** True if an acknowledgement of any kind restarts the timeout; otherwise it must acknowledge more bytes (RFC 6298 §5.3). */
  final boolean anyAnswerCounts;
  /**
   * True if flows are unreliable: without retransmissions and acknowledgements; receivers report arrived bytes when a probe asks.
   */
  final boolean tallies;

  // Telemetry of data and probes

  /** The header that switches write into; null if the congestion control uses no telemetry. */
  final @Nullable TelemetryCodec format;
  /** Format of telemetry in all or some data packets; null if only probes carry it. */
  final @Nullable TelemetryCodec dataFormat;
  /** Bytes of a telemetry header that no switch has written into. */
  final int emptyHeaderBytes;
  /** Bytes that replace the header in data packets without one: all frames of a flow have the same protocol and ports. */
  final int blankBytes;
  /** Bytes of data packets that mark their telemetry header; 0 in RoCEv2, where the port marks it. */
  final int markerBytes;
  /** Bytes of data packets besides telemetry: a time stamp, or a credit request. */
  final int timestampBytes;

  // Feedback

  /** Rules by which receivers acknowledge. */
  final HostConfig.Acks acks;
  /** Rules of congestion notification packets; null without them. */
  final @Nullable CnpRules cnps;
  /** The keys that authenticate feedback; null without authentication. */
  final @Nullable ReportKeys seal;
  /** True if notifications return the telemetry of data packets. */
  final boolean notifies;
  /** True if receivers acknowledge a packet with telemetry at once, because such packets are rare. */
  final boolean answersHeaders;
  /** True if switches may leave headers empty between reports, so that receivers return no empty header. */
  final boolean dropsEmpty;
  /** True if a report without records means that no port of the path has a queue. */
  final boolean emptyIsQuiet;
  /** True if an acknowledgement without a header means that no port of the path has a queue. */
  final boolean answersOnly;
  /** Computation of windows in receivers; null if senders compute them. */
  final @Nullable ReceiverControls controls;
  /** Choice of the one link that a receiver reports; null if reports have all links. */
  final @Nullable ReceiverControls choices;
  /** Properties of paths by which receivers count flows for their senders; null if they do not report the number. */
  final @Nullable ReceiverControls counts;
  /** Windows that receivers send, and whether they count flows; null if senders decide. */
  final @Nullable ByWindows windows;
  /** Rules of receivers' credit; null without it. */
  final @Nullable CreditRules credits;

  /** The rules that follow from {@code config}. */
  TransportRules(HostConfig config) {
    this.config = config;
    HostConfig.InBand inBand = config.inBand();
    framing = config.packets().framing();
    clock = config.packets().clock();
    gapBytes = framing.gapBytes();
    profile = config.profile();
    paced = config.sending().paced();
    anyAnswerCounts = config.sending().recovery().anyAnswerRestartsTimeout();
    tallies = !config.sending().recovery().isReliable();
    format = inBand.telemetry();
    dataFormat = inBand.carrier().ridesOnData() ? format : null;
    emptyHeaderBytes = format == null ? 0 : format.sizeBytes(0);
    blankBytes = format == null || framing.isTcp() || !profile.hasBytes() ? 0 : format.format().blankBytes();
    markerBytes = dataFormat == null ? 0 : framing.markerBytes(1);
    acks = config.acks();
    cnps = acks.cnps();
    credits = acks.credits();
    timestampBytes = credits == null ? inBand.timestampBytes() : CreditHeader.BYTES;
    seal = inBand.seal();
    notifies = inBand.back() instanceof ByNotifications;
    controls = format != null && inBand.receiversDecide() ? inBand.controls() : null;
    choices = format != null && inBand.back().choosesLink() ? inBand.controls() : null;
    counts = format != null && inBand.back().countsFlows() ? Objects.requireNonNull(inBand.controls(), "a count needs T") : null;
    answersHeaders = controls == null && inBand.carrier().isThin();
    dropsEmpty = format != null && inBand.carrier().stampRule().isTimed();
    emptyIsQuiet = inBand.carrier().silenceIsQuiet();
    answersOnly = inBand.carrier().needsAnswers();
    windows = inBand.back() instanceof ByWindows given ? given : null;
  }

  /** True if a report is about one link, which the receiver has chosen. */
  boolean choosesLink() {
    return format != null && config.inBand().back().choosesLink();
  }

  /** True if a data packet has a header that returns nothing. */
  boolean isToDrop(Packet data) {
    return dropsEmpty && format != null && data.telemetryBytes > 0 && format.isEmpty(data.telemetry, 0, data.telemetryBytes);
  }

  /** Longest time that an acknowledgement may wait for further packets, in picoseconds. */
  long ackDelayPs() {
    return acks.everyPackets() > 1 ? acks.delayPs() : 0;
  }

  /**
   * Priority of a packet that a receiver sends: its own, that of control packets, or the flow's if that is higher; congestion
   * notification packets have a configured one.
   */
  byte answerPriority(Packet packet, Flow flow) {
    boolean isSet = packet.kind == Packet.Kind.CNP && packet.priority != Packet.APART_PRIORITY;
    return acks.controlPriority() && !isSet ? (byte) Math.max(flow.priority(), Packet.APART_PRIORITY) : packet.priority;
  }

  /** Frame size of a packet that returns a report but does not acknowledge data. */
  int notificationBytes(Packet packet) {
    return tallies ? framing.tallyBytes(packet.telemetryBytes) : framing.notificationBytes(packet.telemetryBytes);
  }

  /** The authentication code between the ends of a flow; null without authentication. */
  @Nullable
  ReportMac sealOf(Flow flow) {
    return seal == null ? null : seal.between(flow.source(), flow.destination());
  }
}
