package dev.inflight.sim.setup;

import dev.inflight.sim.change.fault.PfcStorm;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.pfc.ByRateProfile;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;

/**
 * A property of a setup that another property can exclude. Those of {@link #SCHEME} and {@link #TELEMETRY} are properties of a
 * class of flows.
 *
 * <p>Each has the key of a scenario that sets it and a label for tables of the documentation.
 */
public enum Feature {
  REFERENCE_FRAMING("framing", "`framing: reference`"), //
  PLAIN_FRAMING("framing", "`framing: rocev2` or `rocev2-ipv6`"), //
  OTHER_FRAMING("framing", "a framing other than `reference`"), //
  TCP_FRAMING("framing", "`framing: tcp` or `tcp-ipv6`"), //
  IPV4_FRAMING("framing", "a framing without IPv6"), //

  OPERATIONS("flows", "RDMA operations"), //
  JOBS("flows", "jobs"), //
  NO_JOBS("flows", "no jobs"), //
  CONNECTIONS("connections", "jobs with `connections: per-channel`"), //
  NICS_OF_SEVERAL_RATES("topology", "hosts with NICs of different rates"), //
  SHORT_PAYLOAD("payload", "`payload` below " + Message.READ_REQUEST_BYTES), //

  OTHER_THAN_GO_BACK_N("recovery", "a recovery other than `go-back-n`"), //
  TCP("recovery", "`recovery: tcp`"), //
  OFFLOAD("recovery", "`recovery: tcp` with bursts of several packets"), //
  OTHER_THAN_TCP("recovery", "a recovery other than `tcp`"), //
  UNRELIABLE("recovery", "`recovery: unreliable`"), //
  IN_ORDER("recovery", "a recovery other than `selective`"), //

  SEVERAL_PACKETS_AN_ACK("acks", "`acks: {every: 2}` or more"), //
  DELAYED_ACKS("acks", "acknowledgements of several packets"), //
  PROMPT_ACKS("acks", "`acks: {promptFrom: 1}` or more"), //
  LIMITED_NIC("nic", "`nic` other than `unlimited`"), //

  OTHER_CARRIER("telemetryPackets", "`telemetryPackets` other than `every`"), //
  PROBES("telemetryPackets", "`telemetryPackets: probes`"), //
  OTHER_THAN_PROBES("telemetryPackets", "`telemetryPackets` other than `probes`"), //
  SILENT_CARRIER("telemetryPackets",
      "`telemetryPackets` that are not sent while queues are short, such as `on-queue(by=switch)`"), //
  ON_QUEUE("telemetryPackets", "`telemetryPackets: on-queue`"), //
  ON_QUEUE_BY_SENDER("telemetryPackets", "`telemetryPackets: on-queue(by=sender)`"), //
  TIMED_STAMPS("telemetryPackets", "`telemetryPackets: per-rtt(by=switch)`"), //
  BY_DSCP("telemetryPackets", "`telemetryPackets: subscribed(by=dscp)`"), //

  OTHER_THAN_ACKS("feedback", "`feedback` other than `acks`"), //
  APART_FROM_ACKS("feedback", "`feedback: notifications` or `receiver-windows`"), //
  WINDOWS("feedback", "`feedback: receiver-windows`"), //
  BUSIEST_LINK("feedback", "`feedback: notifications(links=busiest)`"), //

  ANSWERS("switchFeedback", "`switchFeedback: direct`"), //
  NO_ANSWERS("switchFeedback", "`switchFeedback` other than `direct`"), //
  FAST_CNP("switchFeedback", "`switchFeedback: fast-cnp`"), //

  QUEUEING_DELAY("scope", "`queueing=delay`"), //
  QUEUE_SCOPE("scope", "`scope: queue`"), //
  NO_SHARES("queues", "`queues: round-robin`"), //

  GUARDED("feedbackValidation", "`feedbackValidation: checked`"), //
  SEALED("authenticateFeedback", "`authenticateFeedback: true`"), //
  UNSEALED("authenticateFeedback", "`authenticateFeedback: false`"), //

  SEVERAL_PATHS("paths", "`paths` other than `one`"), //
  CHOSEN_PATHS("paths", "`paths: chosen`"), //
  SPRAY("paths", "`paths: spray`"), //

  OTHER_THAN_ECMP("routing", "`routing` other than the default"), //
  SWITCHES_CHOOSE("routing", "`routing` that balances load, such as `drill` or `letflow`"), //
  CHOICE_BY_PACKET("routing", "`routing: drill`"), //
  IGNORES_PORTS("routing", "`routing: ecmp` with `fields` other than `five-tuple`"), //

  STORM("events", "an event `pfc-storm`"), //
  SLOW_COMPUTE("events", "an event `slow-compute`"), //
  PFC("pfc", "`pfc: true`"), //
  NO_PFC("pfc", "`pfc: false`"), //
  OTHER_ADMISSION("admission", "`admission` other than `dynamic-threshold`"), //
  OTHER_THAN_BY_RATE("pfcProfile", "`pfcProfile` other than `by-rate`"), //
  PFC_PROFILES_BY_PRIORITY("bufferProfiles", "`bufferProfiles` with `pfcProfile`"), //
  ALPHAS_BY_PRIORITY("bufferProfiles", "`bufferProfiles` with `egressAlpha`"), //
  LOSSY_PRIORITIES("pfcPriorities", "`pfcPriorities`"), //
  LATE_RESPONSE("pauseResponse", "`pauseResponse` other than 0"), //
  WATCHDOG("pfcWatchdog", "`pfcWatchdog`"), //
  TRIM("trim", "`trim`"), //
  TRIM_TO_SENDER("trim", "`trim: {to: sender}`"), //
  NO_THRESHOLDS("ecn", "no `ecn` thresholds"), //
  TIES_BY_SCHEDULING("ties", "`ties: scheduling`"), //
  EXACT_CLOCK("clock", "`clock: exact`"), //

  NEEDS_TELEMETRY(Feature.SCHEME, "a scheme that uses telemetry"), //
  NEEDS_NO_TELEMETRY(Feature.SCHEME, "a scheme that uses no telemetry"), //
  NEEDS_EACH_HOP(Feature.SCHEME, "a scheme that needs a record of each hop"), //
  NEEDS_ALL_LINKS(Feature.SCHEME, "a scheme that needs the records of all links"), //
  NEEDS_REPORTS_TO_GROW(Feature.SCHEME, "a scheme that grows windows only on reports"), //
  RUNS_AT_SENDERS(Feature.SCHEME, "a scheme that runs only at senders"), //
  TAKES_NO_ANSWERS(Feature.SCHEME, "a scheme that uses telemetry, but no switch feedback"), //
  KNOWS_ONE_PATH(Feature.SCHEME, "a scheme that uses telemetry of one path"), //
  NEEDS_RTT(Feature.SCHEME, "a scheme that measures round-trip times"), //
  NEEDS_ECN(Feature.SCHEME, "a scheme that uses ECN marks"), //
  NEEDS_CREDIT(Feature.SCHEME, "a scheme that uses credit"), //
  NEEDS_CNP(Feature.SCHEME, "a scheme that uses congestion notification packets"), //

  AUTHORS_FORMAT(Feature.TELEMETRY, "`telemetry: authors`"), //
  OTHER_FORMAT(Feature.TELEMETRY, "`telemetry` other than `authors`"), //
  IPV6_FORMAT(Feature.TELEMETRY, "`telemetry` in an IPv6 header"), //
  FORMAT_AROUND_UDP(Feature.TELEMETRY, "`telemetry` around a UDP header"), //
  INCOMPLETE_FORMAT(Feature.TELEMETRY, "`telemetry` without node, egress, queue or transmitted bytes"), //
  ONE_FIGURE(Feature.TELEMETRY, "`telemetry` with one value per path"), //
  CLOSED_BORDER(Feature.TELEMETRY, "`telemetry: int(border=relative)`"), //
  NO_DELAY_FIELD(Feature.TELEMETRY, "`telemetry` without a field for the sojourn time");

  /** The key of features of a class of flows that its scheme has. */
  static final String SCHEME = "scheme";
  /** The key of features of a class of flows that its telemetry has. */
  static final String TELEMETRY = "telemetry";

  private final String key;
  private final String label;

  Feature(String key, String label) {
    this.key = key;
    this.label = label;
  }

  /** The key of a scenario that sets it. */
  public String key() {
    return key;
  }

  /** Name in the documentation, in Markdown. */
  public String label() {
    return label;
  }

  /** True for a property of a class of flows; a setup may have several classes. */
  boolean isOfClass() {
    return key.equals(SCHEME) || key.equals(TELEMETRY);
  }

  /** True for a property of the flows themselves: those of some classes may have it. */
  boolean isOfFlows() {
    return this == OPERATIONS || this == JOBS || this == CONNECTIONS;
  }

  /**
   * Returns true if a setup has the feature; for a property of a class or its flows, if this class has it.
   *
   * @param setup the setup as the class has it
   * @param flows the class
   * @param number the number of the class, from 1 on; 0 for flows of no class
   */
  boolean holds(Setup setup, FlowClass flows, int number) {
    return switch (this) {
      case OPERATIONS -> setup.flows().hasOperations(number);
      case JOBS -> setup.flows().hasMessages(number);
      case CONNECTIONS -> setup.connections() == JobConnections.PER_CHANNEL && setup.flows().hasMessages(number);
      default -> isOfClass() ? holds(flows, setup.scope()) : holds(setup);
    };
  }

  private boolean holds(Setup setup) {
    return switch (this) {
      case REFERENCE_FRAMING -> !setup.profile().hasBytes();
      case PLAIN_FRAMING -> setup.profile().hasBytes() && !setup.framing().isTcp();
      case OTHER_FRAMING -> setup.profile().hasBytes();
      case TCP_FRAMING -> setup.framing().isTcp();
      case IPV4_FRAMING -> !setup.framing().isIpv6();
      case NO_JOBS -> setup.flows().jobs().isEmpty();
      case NICS_OF_SEVERAL_RATES -> !new NicRates(setup.topology()).oneRatePerHost();
      case SHORT_PAYLOAD -> setup.payloadBytes() < Message.READ_REQUEST_BYTES;
      case OTHER_THAN_GO_BACK_N -> !setup.recovery().fitsAuthorsFrames();
      case TCP -> setup.recovery().usesTcpFrames();
      case OFFLOAD -> setup.recovery().usesTcpFrames() && setup.recovery().burstBytes() > setup.payloadBytes();
      case OTHER_THAN_TCP -> !setup.recovery().usesTcpFrames();
      case UNRELIABLE -> !setup.recovery().isReliable();
      case IN_ORDER -> !setup.recovery().takesReordering();
      case SEVERAL_PACKETS_AN_ACK -> setup.ackEveryPackets() > 1;
      case DELAYED_ACKS -> setup.packetsPerAck() > 1;
      case PROMPT_ACKS -> setup.promptAcksFrom() < Double.POSITIVE_INFINITY;
      case LIMITED_NIC -> !(setup.nic() instanceof UnlimitedNic);
      case OTHER_CARRIER -> !(setup.telemetryPackets() instanceof EveryDataPacket);
      case PROBES -> setup.telemetryPackets() instanceof Probes;
      case OTHER_THAN_PROBES -> !(setup.telemetryPackets() instanceof Probes);
      case SILENT_CARRIER -> setup.telemetryPackets().silenceIsQuiet();
      case ON_QUEUE -> setup.telemetryPackets() instanceof OnQueue;
      case ON_QUEUE_BY_SENDER -> setup.telemetryPackets() instanceof OnQueue rare && rare.by() == OnQueue.ChosenBy.SENDER;
      case TIMED_STAMPS -> setup.telemetryPackets().stampRule().isTimed();
      case BY_DSCP -> setup.telemetryPackets().needsAnswers();
      case OTHER_THAN_ACKS -> !(setup.feedback() instanceof ByAcks);
      case APART_FROM_ACKS -> setup.feedback() instanceof ByNotifications || setup.feedback() instanceof ByWindows;
      case WINDOWS -> setup.feedback() instanceof ByWindows;
      case BUSIEST_LINK -> setup.feedback().choosesLink();
      case ANSWERS -> setup.switchFeedback() instanceof DirectFeedback;
      case NO_ANSWERS -> !(setup.switchFeedback() instanceof DirectFeedback);
      case FAST_CNP -> setup.switchFeedback() instanceof FastCnp;
      case QUEUEING_DELAY -> setup.scope().queueing() == RecordScope.Queueing.DELAY;
      case QUEUE_SCOPE -> setup.scope() instanceof QueueScope;
      case NO_SHARES -> !setup.queues().hasShares();
      case GUARDED -> !(setup.feedbackValidation() instanceof NoValidation);
      case SEALED -> setup.authenticateFeedback();
      case UNSEALED -> !setup.authenticateFeedback();
      case SEVERAL_PATHS -> !(setup.paths() instanceof OnePath);
      case CHOSEN_PATHS -> setup.paths() instanceof ChosenPaths;
      case SPRAY -> setup.paths() instanceof Sprayed;
      case OTHER_THAN_ECMP -> setup.routing() != Ecmp.DEFAULT && !setup.routing().equals(Ecmp.DEFAULT); // equals makes classes
      case SWITCHES_CHOOSE -> setup.routing().switchesChoose();
      case CHOICE_BY_PACKET -> setup.routing().choosesByPacket();
      case IGNORES_PORTS -> !setup.routing().hashesSourcePorts();
      case STORM -> setup.events().stream().anyMatch(PfcStorm.class::isInstance);
      case SLOW_COMPUTE -> setup.events().stream().anyMatch(SlowCompute.class::isInstance);
      case PFC -> setup.pfc();
      case NO_PFC -> !setup.pfc();
      case OTHER_ADMISSION -> !(setup.admission() instanceof DynamicThresholdRule);
      case OTHER_THAN_BY_RATE -> isOtherThanByRate(setup.pfcRules().profile());
      case PFC_PROFILES_BY_PRIORITY -> !setup.pfcRules().byPriority().lossless().isEmpty();
      case ALPHAS_BY_PRIORITY -> !setup.pfcRules().byPriority().alphas().isEmpty();
      case LOSSY_PRIORITIES -> setup.pfcRules().hasLossy();
      case LATE_RESPONSE -> setup.pfcRules().response().isLate();
      case WATCHDOG -> setup.pfcWatchdog() != null;
      case TRIM -> setup.trim() != null;
      case TRIM_TO_SENDER -> setup.trim() != null && setup.trim().to() == Trimming.To.SENDER;
      case NO_THRESHOLDS -> !setup.marks();
      case TIES_BY_SCHEDULING -> setup.ties() == TieOrder.SCHEDULING;
      case EXACT_CLOCK -> setup.clock() != SerializationTime.AUTHORS;
      default -> throw new IllegalStateException(this + " is a property of a class or its flows");
    };
  }

  private static boolean isOtherThanByRate(PfcProfile profile) {
    return profile != ByRateProfile.DEFAULT && !profile.equals(ByRateProfile.DEFAULT); // equals makes classes
  }

  private boolean holds(FlowClass flows, RecordScope scope) {
    TelemetryFormat format = flows.carried();
    return switch (this) {
      case NEEDS_NO_TELEMETRY -> format == null;
      case NEEDS_RTT -> flows.needs(Signal.RTT);
      case NEEDS_ECN -> flows.needs(Signal.ECN);
      case NEEDS_CREDIT -> flows.needs(Signal.CREDIT);
      case NEEDS_CNP -> flows.needs(Signal.CNP);
      default -> format != null && holds(flows.scheme(), format, scope);
    };
  }

  private boolean holds(Scheme scheme, TelemetryFormat format, RecordScope scope) {
    return switch (this) {
      case NEEDS_TELEMETRY -> true;
      case NEEDS_EACH_HOP -> !scheme.takesBottleneckOnly();
      case NEEDS_ALL_LINKS -> !scheme.takesOneLink();
      case NEEDS_REPORTS_TO_GROW -> !scheme.takesQuiet();
      case RUNS_AT_SENDERS -> !scheme.runsAtReceivers();
      case TAKES_NO_ANSWERS -> !scheme.takesSwitchAnswers();
      case KNOWS_ONE_PATH -> !scheme.takesPathChanges();
      case AUTHORS_FORMAT -> format instanceof AuthorsFormat;
      case OTHER_FORMAT -> !(format instanceof AuthorsFormat);
      case IPV6_FORMAT -> format.placement().needsIpv6();
      case FORMAT_AROUND_UDP -> format.placement() == HeaderPlacement.AROUND_UDP;
      case INCOMPLETE_FORMAT -> !format.isMeasurable();
      case ONE_FIGURE -> format.bottleneckOnly();
      case CLOSED_BORDER -> format.hidesNetwork();
      case NO_DELAY_FIELD -> scope.of(format) == null;
      default -> throw new IllegalStateException(this + " is a property of the whole setup");
    };
  }
}
