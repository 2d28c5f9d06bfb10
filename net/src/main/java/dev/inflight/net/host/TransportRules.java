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
import org.jspecify.annotations.Nullable;

/**
 * How both ends of a flow send and answer: a {@link HostConfig} as the path of a packet needs it, with its policies asked once. Immutable, and the same
 * for all flows of a class. Final fields and not a record, because packets read them directly.
 */
final class TransportRules {
  /** What all of this follows from; for what is needed once a flow. */
  final HostConfig config;

  // Packets

  /** Sizes of frames. */
  final Framing framing;
  /** Arithmetic of pacing. */
  final SerializationTime clock;
  /** Bytes of preamble and gap around each frame. */
  final int gapBytes;
  /** Whether small rules are those of the authors' simulator. */
  final Ns3Compatibility profile;

  // Sending

  /** Whether pacing follows the rate of the congestion control; otherwise it is the line rate. */
  final boolean paced;
  /** Whether an acknowledgement of any kind restarts the timeout; otherwise those that acknowledge more bytes do (RFC 6298 §5.3). */
  final boolean anyAnswerCounts;
  /** Whether nothing is retransmitted or acknowledged, and a receiver reports how many bytes have arrived when a probe requests it. */
  final boolean tallies;

  // Telemetry of data and probes

  /** The header that switches write into; none where the congestion control does not use telemetry. */
  final @Nullable TelemetryCodec format;
  /** The same where data packets carry it, all or some; none where only probes do. */
  final @Nullable TelemetryCodec dataFormat;
  /** Bytes of a telemetry header that no switch has written into. */
  final int emptyHeaderBytes;
  /** Bytes that stand for the header in data packets without one, so that frames of a flow have the same addresses, protocol and ports. */
  final int blankBytes;
  /** Bytes of data packets besides telemetry: a time stamp, or a credit request. */
  final int timestampBytes;

  // Feedback

  /** When receivers acknowledge, and how. */
  final HostConfig.Acks acks;
  /** How they answer marks with congestion notification packets; none where they do not. */
  final @Nullable CnpRules cnps;
  /** The keys that seal feedback; none where it is not sealed. */
  final @Nullable ReportKeys seal;
  /** Whether telemetry of data packets comes back in notifications. */
  final boolean notifies;
  /** Whether a packet with telemetry is acknowledged at once, because few packets have it. */
  final boolean answersHeaders;
  /** Whether a report without records means that no port of the path has a queue. */
  final boolean hearsQuiet;
  /** Whether an acknowledgement without any header means the same. */
  final boolean answersOnly;
  /** How a receiver computes windows; none where senders do. */
  final @Nullable ReceiverControls controls;
  /** How a receiver chooses the one link that it reports; none where reports have all links. */
  final @Nullable ReceiverControls choices;
  /** Which windows receivers send, and whether they count flows; none where senders decide. */
  final @Nullable ByWindows windows;
  /** How receivers grant credit; none where they do not. */
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
    acks = config.acks();
    cnps = acks.cnps();
    credits = acks.credits();
    timestampBytes = credits == null ? inBand.timestampBytes() : CreditHeader.BYTES;
    seal = inBand.seal();
    notifies = inBand.back() instanceof ByNotifications;
    controls = format != null && inBand.receiversDecide() ? inBand.controls() : null;
    choices = format != null && inBand.back().choosesLink() ? inBand.controls() : null;
    answersHeaders = controls == null && inBand.carrier().isThin();
    hearsQuiet = inBand.carrier().silenceIsQuiet();
    answersOnly = inBand.carrier().needsAnswers();
    windows = inBand.back() instanceof ByWindows given ? given : null;
  }

  /** Whether reports are those of one link, which the receiver has chosen. */
  boolean choosesLink() {
    return format != null && config.inBand().back().choosesLink();
  }

  /** For how long an acknowledgement may wait for further packets, in picoseconds. */
  long ackDelayPs() {
    return acks.everyPackets() > 1 ? acks.delayPs() : 0;
  }

  /**
   * The priority of a packet that a receiver sends: its own, or that of control packets, or that of the flow where it is higher; of a congestion
   * notification packet that which is set for them.
   */
  byte answerPriority(Packet packet, Flow flow) {
    boolean isSet = packet.kind == Packet.Kind.CNP && packet.priority != Packet.APART_PRIORITY;
    return acks.controlPriority() && !isSet ? (byte) Math.max(flow.priority(), Packet.APART_PRIORITY) : packet.priority;
  }

  /** Frame size of a packet that brings a report back and is no acknowledgement of data. */
  int notificationBytes(Packet packet) {
    return tallies ? framing.tallyBytes(packet.telemetryBytes) : framing.notificationBytes(packet.telemetryBytes);
  }

  /** The seal between the ends of a flow; none where feedback is not sealed. */
  @Nullable
  ReportMac sealOf(Flow flow) {
    return seal == null ? null : seal.between(flow.source(), flow.destination());
  }
}
