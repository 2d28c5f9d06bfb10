package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.credit.CreditHeader;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.report.ByNotifications;
import dev.inflight.net.report.ByWindows;
import dev.inflight.net.report.ReceiverControls;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.profile.Profile;
import dev.inflight.net.route.Paths;
import dev.inflight.net.trust.ReportRhythm;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * What all hosts of one part of a simulation share: their rules, the routes, the packets, who is told and what is counted. It belongs to one
 * loop and so to one thread. Parts that run side by side have one each, whose counters are added up at the end. Where flows are of several
 * classes, each class has one with rules of its own, and all else in common.
 */
public final class HostContext {
  private final HostConfig rules;
  private final HostCounters counters;
  // What every packet needs stands here as fields: flows keep one reference to all of it, so that the many of them stay small.
  final Paths routes;
  final PacketPool pool;
  final Observer observer;
  /** Filled in anew for each acknowledgement; congestion controls do not keep it. */
  final Feedback feedback;
  final HostConfig.Acks acks;
  final Framing framing;
  final SerialisationTime clock;
  final int gapBytes;
  final boolean paced;
  final Profile profile;
  final @Nullable TelemetryCodec format;
  /** The same where data packets carry it, all or some. */
  final @Nullable TelemetryCodec dataFormat;
  /** What receivers choose links by, where they do. */
  final @Nullable ReceiverControls choices;
  /** Reads what comes back then. */
  final @Nullable LinkReport linkReport;
  /** Whether telemetry of data packets comes back in packets of its own. */
  final boolean notifies;
  /** What receivers decide by, where they do. */
  final @Nullable ReceiverControls controls;
  /** Whether nothing is acknowledged, and receivers tell what has arrived when a probe asks. */
  final boolean tallies;
  /** Whether the wait for an acknowledgement begins anew with any; otherwise with those that say that the receiver has got further (RFC 6298 §5.3). */
  final boolean anyAnswerCounts;
  /** By which part a window has to differ to be told. */
  final double windowChange;
  /** Whether receivers count the flows that arrive. */
  final boolean countsFlows;
  /** Whether a packet with telemetry is one of few, and so acknowledged at once. */
  final boolean answersHeaders;
  /** Whether a report without records says that no queue stands. */
  final boolean hearsQuiet;
  /** Whether what says so is an acknowledgement without any header. */
  final boolean answersOnly;
  /** Bytes of a telemetry header that no switch has written into. */
  final int emptyHeaderBytes;
  /** Bytes of data packets for what is no telemetry: a time, or how much credit the flow wants. */
  final int timestampBytes;
  /** How receivers grant credit, where they do. */
  final @Nullable CreditRules credits;
  final @Nullable ReportKeys seal;

  /**
   * What hosts share.
   *
   * @param rules how they send and receive
   * @param routes the routes of the fabric that they are in
   * @param pool where they take packets from, and give them back
   * @param observer is told what happens
   */
  public HostContext(HostConfig rules, Paths routes, PacketPool pool, Observer observer) {
    this(rules, routes, pool, observer, new HostCounters(), new Feedback());
  }

  private HostContext(HostConfig rules, Paths routes, PacketPool pool, Observer observer, HostCounters counters,
      Feedback feedback) {
    this.rules = rules;
    this.counters = counters;
    this.feedback = feedback;
    this.routes = routes;
    this.pool = pool;
    this.observer = observer;
    acks = rules.acks();
    framing = rules.packets().framing();
    clock = rules.packets().clock();
    gapBytes = framing.gapBytes();
    paced = rules.sending().paced();
    profile = rules.profile();
    HostConfig.InBand inBand = rules.inBand();
    format = inBand.telemetry();
    emptyHeaderBytes = format == null ? 0 : format.sizeBytes(0);
    dataFormat = inBand.carrier().ridesOnData() ? format : null;
    linkReport = format != null && inBand.back().choosesLink() ? new LinkReport() : null;
    choices = linkReport == null ? null : inBand.controls();
    controls = format != null && inBand.receiversDecide() ? inBand.controls() : null;
    tallies = !rules.sending().recovery().isReliable();
    anyAnswerCounts = rules.sending().recovery().anyAnswerRestartsTimeout();
    countsFlows = inBand.back() instanceof ByWindows windows && windows.countFlows();
    windowChange = inBand.back() instanceof ByWindows windows ? windows.change() : 0;
    answersHeaders = controls == null && inBand.carrier().isThin();
    hearsQuiet = inBand.carrier().silenceIsQuiet();
    answersOnly = inBand.carrier().needsAnswers();
    notifies = inBand.back() instanceof ByNotifications;
    credits = acks.credits();
    timestampBytes = credits == null ? inBand.timestampBytes() : CreditHeader.BYTES;
    seal = inBand.seal();
  }

  /** The same with rules for flows of another class. */
  public HostContext with(HostConfig otherRules) {
    return new HostContext(otherRules, routes, pool, observer, counters, new Feedback()); // whose hops stay none without telemetry
  }

  /** The seal of what a flow's ends tell each other; none where nothing is sealed. */
  @Nullable
  ReportMac sealOf(Flow flow) {
    return seal == null ? null : seal.between(flow.source(), flow.destination());
  }

  /** What decides for a new flow: its congestion control, guarded where reports are. */
  CongestionControl guarded(CongestionControl control, PathFacts path) {
    HostConfig.InBand inBand = rules.inBand();
    return format == null
        ? control
        : inBand.trust().guard(control, path, ReportRhythm.of(inBand.carrier(), inBand.back(),
            path.baseRttPs(), acks.everyPackets(), acks.delayPs(), path.payloadBytes()), counters);
  }

  /** A packet that tells a flow's sender what its receiver has decided. */
  Packet window(Flow flow, long message, long bytes, long nowPs) {
    counters.windowsSent++;
    Packet window = pool.take();
    window.becomeWindow(flow, message, bytes, nowPs);
    return window;
  }

  /** A congestion notification packet for a packet that arrived with a mark. */
  Packet cnp(Flow flow, Packet marked) {
    Packet cnp = pool.take();
    cnp.becomeCnp(flow, framing.cnpBytes(), marked.timePs);
    cnp.at = marked.at;
    return cnp;
  }

  /** The priority group of a packet that a receiver sends: its own, or that of control packets, or that of the flow where it is higher. */
  byte answerGroup(Packet packet, Flow flow) {
    return acks.controlGroup() ? (byte) Math.max(flow.group(), Packet.APART_GROUP) : packet.group;
  }

  /** Frame size of what brings a report back in a packet of its own. */
  int notificationBytes(Packet packet) {
    return tallies ? framing.tallyBytes(packet.telemetryBytes) : framing.notificationBytes(packet.telemetryBytes);
  }

  /** How the hosts send and receive. */
  public HostConfig rules() {
    return rules;
  }

  /** What the hosts have counted. */
  public HostCounters counters() {
    return counters;
  }
}
