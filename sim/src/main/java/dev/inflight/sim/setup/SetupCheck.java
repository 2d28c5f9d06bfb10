package dev.inflight.sim.setup;

import dev.inflight.cc.Signal;
import dev.inflight.net.answer.NoAnswers;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.report.ByAcks;
import dev.inflight.net.report.ByWindows;
import dev.inflight.net.carrier.EveryPacket;
import dev.inflight.net.carrier.OnQueue;
import dev.inflight.net.carrier.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.profile.Profile;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.trust.Unguarded;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which values of a setup go together. */
final class SetupCheck {
  private static final String SCOPE = "scope";

  private final Setup setup;
  private final Profile profile;
  private final List<Problem> problems = new ArrayList<>();

  private SetupCheck(Setup setup) {
    this.setup = setup;
    profile = setup.profile();
  }

  static List<Problem> of(Setup setup) {
    var check = new SetupCheck(setup);
    check.operations();
    check.jobs();
    check.payload();
    check.classes();
    List<FlowClass> classes = setup.flowClasses();
    for (int number = 0; number < classes.size(); number++) {
      check.telemetry(classes.get(number), number == 0 ? "telemetry" : Problem.classField(number));
    }
    classes.stream().filter(flows -> flows.hears(Signal.ECN)).findFirst().ifPresent(check::marking);
    check.carrier(classes);
    check.answers(classes);
    check.scope(classes);
    check.trust(classes);
    check.paths(classes);
    check.hosts();
    check.unreliable(classes);
    check.ties();
    check.problems.addAll(TcpCheck.of(setup));
    check.problems.addAll(SprayCheck.of(setup));
    return check.problems;
  }

  private void refuse(boolean wrong, String field, String sentence) {
    if (wrong) {
      problems.add(new Problem(field, sentence));
    }
  }

  private void operations() {
    refuse(setup.flows().queuePairs() > 0 && !profile.makesConnections(), "framing",
        "the reference framing has no packets that make queue pairs, and rdma operations need them");
  }

  /** A receive ends when all bytes have arrived, which receivers that take what comes do not know. */
  private void jobs() {
    refuse(!setup.flows().jobs().isEmpty() && !setup.recovery().isReliable(), "recovery",
        "with 'unreliable' nobody knows when a message is whole, and operations of jobs wait for that");
  }

  private void payload() {
    int bytes = setup.payloadBytes();
    refuse(bytes < 1 || bytes > Framing.LARGEST_PAYLOAD_BYTES, "payload",
        "payload of " + bytes + " bytes is outside 1 to " + Framing.LARGEST_PAYLOAD_BYTES);
    refuse(setup.flows().queuePairs() > 0 && bytes < Message.READ_REQUEST_BYTES, "payload", "payload of " + bytes
        + " bytes is below " + Message.READ_REQUEST_BYTES
        + ", what a READ request takes of a packet, and rdma operations need that");
  }

  private void classes() {
    int named = setup.flows().highestClass();
    refuse(named > setup.classes().size(), "flows", "flows are of class " + named + ", and there are " + setup.classes().size());
  }

  private void telemetry(FlowClass flows, String field) {
    TelemetryFormat format = flows.carried();
    if (format == null) {
      return;
    }
    boolean authors = format instanceof AuthorsFormat;
    boolean authorsOnly = profile.carriesAuthorsTelemetry();
    refuse(authorsOnly && !authors, field, "the reference framing carries the authors format only, not " + format.name());
    refuse(!authorsOnly && authors, field, "the authors format goes with the reference framing only");
    refuse(format.placement().needsIpv6() && !setup.framing().isIpv6(), field,
        "the " + format.name() + " format stands in an IPv6 header and needs framing "
            + (setup.framing().isTcp() ? "tcp-ipv6" : "rocev2-ipv6"));
    refuse(!format.isMeasurable(), field, "the " + format.name()
        + " format as configured leaves out something that HPCC measures: node, egress interface, queue or transmitted bytes");
    refuse(format.bottleneckOnly() && !flows.scheme().takesBottleneckOnly(), field,
        "scheme " + flows.scheme().nameWithoutBottleneck()
            + " needs a record of each hop, and the " + format.name() + " format brings back one figure of the whole path");
  }

  private void carrier(List<FlowClass> classes) {
    String name = setup.carrier().name();
    boolean every = setup.carrier() instanceof EveryPacket;
    boolean byAcks = setup.reports() instanceof ByAcks;
    refuse(!every && !profile.hasBytes(), "carrier",
        "carrier " + name + " does not go with the reference framing: the authors' data packets all carry telemetry");
    refuse(!byAcks && !profile.hasBytes(), "reports", "reports " + setup.reports().name()
        + " do not go with the reference framing: the authors' acknowledgements bring telemetry back");
    boolean byWindows = setup.reports() instanceof ByWindows;
    refuse(byWindows && !new NicRates(setup.topology()).oneRatePerHost(), "reports",
        "reports windows need hosts whose NICs all have one rate, as"
            + " receivers do not know which one a flow leaves through");
    for (int number = 0; number < classes.size(); number++) {
      TelemetryFormat format = classes.get(number).carried();
      refuse(byWindows && format != null && !classes.get(number).scheme().runsAtReceivers(), "reports",
          "scheme " + classes.get(number).scheme().name() + " decides at senders only; take reports: acks or notifications");
      refuse(setup.carrier().silenceIsQuiet() && format != null && !classes.get(number).scheme().takesQuiet(), "carrier",
          "carrier "
              + name + " leaves scheme " + classes.get(number).scheme().name()
              + " without the reports by which it grows; take on-queue(by=sender) or subscribed(by=header)");
      boolean figure = format != null && format.bottleneckOnly();
      boolean chooses = setup.reports().choosesLink() && format != null;
      refuse(chooses && !classes.get(number).scheme().takesOneLink(), "reports", "scheme "
          + classes.get(number).scheme().name()
          + " needs the records of all links; take reports: notifications, or scheme hpcc with another"
          + " react than per-rtt");
      refuse(chooses && figure, "reports", "reports notifications(links=busiest) choose among records of links, and the "
          + (format == null ? "" : format.name()) + " format has one figure of the whole path; take reports: notifications");
      refuse(setup.carrier() instanceof OnQueue && format != null && format.hidesNetwork(), "carrier", "carrier " + name
          + " lets headers pass the border as they are when no queue stands there; take another carrier, or int(border=open)");
      refuse(setup.carrier() instanceof OnQueue && figure, "carrier", "carrier " + name
          + " needs records of hops, so that a port can leave its own out, and the " + (format == null ? "" : format.name())
          + " format has one figure of the whole path; take native, or another carrier");
    }
  }

  private void answers(List<FlowClass> classes) {
    boolean none = setup.answers() instanceof NoAnswers;
    String name = setup.answers().name();
    boolean anyHears = classes.stream().anyMatch(flows -> flows.carried() != null);
    refuse(none && setup.carrier().needsAnswers() && anyHears, "carrier",
        "carrier subscribed(by=dscp) brings telemetry by answers of switches only, and answers are none; take answers: direct");
    refuse(setup.carrier().needsAnswers() && setup.reports() instanceof ByWindows && anyHears, "carrier",
        "carrier subscribed(by=dscp) tells receivers nothing while no queue is long, and reports windows need that; take reports: acks");
    refuse(!none && !profile.hasBytes(), "answers",
        "answers " + name + " do not go with the reference framing: the authors' switches send none; take framing: rocev2");
    refuse(!none && anyHears && setup.scope().queueing() == RecordScope.Queueing.SOJOURN, "answers", "answers " + name
        + " are sent before a packet has waited, so they cannot say for how long; take queueing=length or answers: none");
    for (FlowClass flows : none ? List.<FlowClass>of() : classes) {
      TelemetryFormat format = flows.carried();
      refuse(format != null && !flows.scheme().takesSwitchAnswers(), "answers",
          "scheme " + flows.scheme().name() + " does not take answers of switches; take scheme hpcc or answers: none");
      refuse(format != null && format.hidesNetwork(), "answers",
          "answers " + name
              + " bring records from within the network, and int(border=relative) lets none out; take answers: none");
      refuse(format != null && format.bottleneckOnly(), "answers",
          "answers " + name + " bring the record of a long queue, and the "
              + (format == null ? "" : format.name()) + " format has one figure of the whole path; take telemetry native");
    }
  }

  private void scope(List<FlowClass> classes) {
    boolean byQueue = setup.scope() instanceof QueueScope;
    refuse(byQueue && !profile.hasBytes(), SCOPE,
        "scope queue does not go with the reference framing: the authors' switches tell of ports; take scope: port");
    refuse(byQueue && !setup.queues().hasShares(), SCOPE, "scope queue tells of a queue's share of the line, and with queues "
        + setup.queues().name() + " a queue has none; take queues: " + StrictOverDeficit.DEFAULT.name());
    for (FlowClass flows : classes) {
      TelemetryFormat format = flows.carried();
      refuse(format != null && setup.scope().of(format) == null, SCOPE, format == null
          ? ""
          : "the " + format.name()
              + " format has no field for the time that a packet was in a switch; take queueing=length, or telemetry: "
              + Formats.ALL.stream().filter(other -> other.bySojourn() != null).map(TelemetryFormat::name)
                  .collect(Collectors.joining(", ")));
    }
  }

  private void trust(List<FlowClass> classes) {
    boolean echoes = classes.stream().anyMatch(flows -> flows.hears(Signal.RTT));
    refuse(setup.sealTelemetry() && echoes && profile.timestampBytes() > 0, "sealTelemetry",
        "the reference framing echoes times that no seal covers; take framing: rocev2, whose senders remember them");
    if (setup.trust() instanceof Unguarded) {
      return;
    }
    String name = setup.trust().name();
    refuse(!setup.sealTelemetry(), "trust", "trust " + name + " needs reports that cannot be forged; set sealTelemetry: true");
    refuse(!profile.hasBytes(), "trust",
        "trust " + name
            + " does not go with the reference framing: the authors' senders believe what they hear; take framing: rocev2");
    refuse(setup.carrier().silenceIsQuiet(), "trust", "trust " + name + " cannot tell the silence of carrier "
        + setup.carrier().name()
        + ", which means that no queue stands, from reports that were taken out; take on-queue(by=sender) or subscribed(by=header)");
  }

  private void paths(List<FlowClass> classes) {
    if (!(setup.paths() instanceof ChosenPaths)) {
      return;
    }
    refuse(!profile.hasBytes(), "paths",
        "paths chosen do not go with the reference framing: the authors' flows have one source port; take framing: rocev2");
    refuse(setup.reports() instanceof ByWindows, "paths",
        "paths chosen need a window that the sender decides, and with reports windows the receiver does; take reports: acks");
    refuse(setup.reports().choosesLink() && classes.stream().anyMatch(flows -> flows.carried() != null), "paths",
        "paths chosen need the records of all links, and reports notifications(links=busiest) bring one; take reports: notifications");
    for (FlowClass flows : classes) {
      TelemetryFormat format = flows.carried();
      refuse(format != null && !flows.scheme().takesPathChanges(), "paths",
          "scheme " + flows.scheme().name() + " knows one path only; take scheme hpcc or paths: one");
      refuse(format != null && format.bottleneckOnly(), "paths", "paths chosen need records of links, and the "
          + (format == null ? "" : format.name()) + " format has one figure of the whole path; take telemetry native");
    }
  }

  private void marking(FlowClass flows) {
    refuse(setup.ecn().isEmpty(), "ecn",
        "the scheme " + flows.scheme().name() + " needs ECN marks, but no thresholds are set");
  }

  private void hosts() {
    refuse(!profile.reportsArrivals() && !setup.recovery().fitsAuthorsFrames(), "recovery",
        "the framing reference has frames for go-back-n only, not for " + setup.recovery().name() + "; take framing: rocev2");
    refuse(!profile.knowsNicLimits() && !(setup.nic() instanceof UnlimitedNic), "nic", "nic " + setup.nic().name()
        + " does not go with the reference framing: the authors' NIC schedules any number of flows; available: "
        + UnlimitedNic.DEFAULT.name());
  }

  private void unreliable(List<FlowClass> classes) {
    if (setup.recovery().isReliable()) {
      return;
    }
    refuse(!(setup.carrier() instanceof Probes), "recovery",
        "recovery unreliable has no acknowledgements, so probes alone tell what is in flight; take carrier: probes");
    refuse(setup.reports() instanceof ByWindows, "recovery",
        "recovery unreliable needs answers to probes, and with reports windows there are none; take reports: acks");
    refuse(setup.flows().queuePairs() > 0, "recovery", "recovery unreliable loses data for good, and rdma operations"
        + " need all of it; take " + Recoveries.RELIABLE.stream().map(Recovery::name).collect(Collectors.joining(" or ")));
    classes.stream().filter(flows -> flows.carried() == null).findFirst().ifPresent(flows -> refuse(true, "recovery",
        "recovery unreliable needs probes, and a flow of scheme " + flows.scheme().name()
            + " sends none because it hears no telemetry; take scheme hpcc"));
  }

  private void ties() {
    refuse(setup.ties() == TieOrder.SCHEDULING && setup.clock() != SerialisationTime.AUTHORS, "ties",
        "ties by scheduling need whole nanoseconds");
  }
}
