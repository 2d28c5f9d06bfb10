package dev.inflight.sim.setup;

import static dev.inflight.sim.setup.Feature.*;

import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.rdma.Message;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compatibility of features: all combinations that no row of a table excludes. */
public final class Compatibility {
  private static final String RELIABLE = Recoveries.RELIABLE.stream().map(Recovery::name).collect(Collectors.joining(" or "));
  private static final String FORMATS_OF_DELAY = Formats.ALL.stream().filter(format -> format.bySojourn() != null)
      .map(TelemetryFormat::name).collect(Collectors.joining(", "));
  private static final String SHARES = StrictOverDeficit.DEFAULT.name();

  /** Excluded combinations, in the order of {@link Setup#problems}. */
  public static final List<Incompatibility> ALL = List.of(
      Incompatibility.of(REFERENCE_FRAMING, OPERATIONS,
          "the reference framing has no packets that set up queue pairs, and rdma operations need them"),
      Incompatibility.of(UNRELIABLE, JOBS,
          "recovery unreliable does not report complete messages, and operations of jobs wait for these reports"),
      Incompatibility.of(SHORT_PAYLOAD, OPERATIONS,
          "payload of {payload} bytes is below " + Message.READ_REQUEST_BYTES
              + ", the size of a READ request, which rdma operations need"),

      Incompatibility.of(OTHER_FORMAT, REFERENCE_FRAMING, "the reference framing carries the authors format only, not {format}"),
      Incompatibility.of(AUTHORS_FORMAT, OTHER_FRAMING, "the authors format needs framing: reference"),
      Incompatibility.of(IPV6_FORMAT, IPV4_FRAMING,
          "the {format} format is carried in an IPv6 header and needs framing {ipv6Framing}"),
      Incompatibility.of(INCOMPLETE_FORMAT, NEEDS_TELEMETRY,
          "the {format} format as configured leaves out something that HPCC"
              + " measures: node, egress interface, queue or transmitted bytes"),
      Incompatibility.of(ONE_FIGURE, NEEDS_EACH_HOP,
          "scheme {schemeOfEachHop} needs a record of each hop, and the {format} format"
              + " returns one value for the whole path"),
      Incompatibility.of(NO_THRESHOLDS, NEEDS_ECN, "the scheme {scheme} needs ECN marks, but no thresholds are set"),

      Incompatibility.of(OTHER_CARRIER, REFERENCE_FRAMING,
          "telemetryPackets: {telemetryPackets} is incompatible with the reference framing: the authors'"
              + " data packets all carry telemetry"),
      Incompatibility.of(OTHER_THAN_ACKS, REFERENCE_FRAMING,
          "feedback: {feedback} is incompatible with the reference framing: the authors' acknowledgements return telemetry"),
      Incompatibility.of(WINDOWS, NICS_OF_SEVERAL_RATES,
          "feedback: receiver-windows needs hosts with NICs of equal rates, because receivers do not know which NIC a flow leaves through"),
      Incompatibility.of(WINDOWS, RUNS_AT_SENDERS,
          "scheme {scheme} sets windows at senders only; take feedback: acks or notifications"),
      Incompatibility.of(SILENT_CARRIER, NEEDS_REPORTS_TO_GROW,
          "telemetryPackets: {telemetryPackets} leaves scheme {scheme} without the reports that it needs to grow; take on-queue(by=sender) or subscribed(by=header)"),
      Incompatibility.of(BUSIEST_LINK, NEEDS_ALL_LINKS,
          "scheme {scheme} needs the records of all links; take feedback:"
              + " notifications, or scheme hpcc with another react than per-rtt"),
      Incompatibility.of(BUSIEST_LINK, ONE_FIGURE,
          "feedback: notifications(links=busiest) chooses among records of links, and the"
              + " {format} format has one value for the whole path; take feedback: notifications"),
      Incompatibility.of(ON_QUEUE, CLOSED_BORDER,
          "telemetryPackets: {telemetryPackets} lets headers pass the border unchanged while its queue is short; take other"
              + " telemetryPackets, or int(border=open)"),
      Incompatibility.of(ON_QUEUE, ONE_FIGURE,
          "telemetryPackets: {telemetryPackets} needs records of hops, so that a port can leave its own out, and"
              + " the {format} format has one value for the whole path; take native, or other telemetryPackets"),
      Incompatibility.of(TIMED_STAMPS, ONE_FIGURE,
          "telemetryPackets: per-rtt(by=switch) needs records of hops, by which a switch finds out whether an earlier one"
              + " has written, and the {format} format has one value for the whole path; take native, or per-rtt(by=sender)"),

      Incompatibility.of(BY_DSCP, NO_ANSWERS, NEEDS_TELEMETRY,
          "telemetryPackets: subscribed(by=dscp) returns telemetry only in feedback of switches, and switchFeedback is {switchFeedback}; take switchFeedback: direct"),
      Incompatibility.of(BY_DSCP, WINDOWS, NEEDS_TELEMETRY,
          "telemetryPackets: subscribed(by=dscp) brings receivers no telemetry while no queue is"
              + " long, and feedback: receiver-windows needs it; take feedback: acks"),
      Incompatibility.of(ANSWERS, REFERENCE_FRAMING,
          "switchFeedback: {switchFeedback} is incompatible with the reference framing: the authors' switches"
              + " send none; take framing: rocev2"),
      Incompatibility.of(FAST_CNP, REFERENCE_FRAMING,
          "switchFeedback: {switchFeedback} is incompatible with the reference framing: the authors' switches"
              + " send none; take framing: rocev2"),
      Incompatibility.of(ANSWERS, QUEUEING_DELAY, NEEDS_TELEMETRY,
          "switchFeedback: {switchFeedback} is sent before a packet has waited, so it has"
              + " no queueing delay to report; take queueing=length or switchFeedback: none"),
      Incompatibility.of(ANSWERS, TAKES_NO_ANSWERS,
          "scheme {scheme} does not use feedback of switches; take scheme hpcc or switchFeedback: none"),
      Incompatibility.of(ANSWERS, CLOSED_BORDER,
          "switchFeedback: {switchFeedback} brings records from within the network, and"
              + " int(border=relative) lets none out; take switchFeedback: none"),
      Incompatibility.of(ANSWERS, ONE_FIGURE,
          "switchFeedback: {switchFeedback} brings the record of a long queue, and the {format} format has one value for the"
              + " whole path; take telemetry native"),

      Incompatibility.of(QUEUE_SCOPE, REFERENCE_FRAMING,
          "scope queue is incompatible with the reference framing: the authors' switches report on ports; take scope: port"),
      Incompatibility.of(QUEUE_SCOPE, NO_SHARES,
          "scope: queue reports a queue's share of the line rate, and queues: {queues} assigns no shares; take queues: "
              + SHARES),
      Incompatibility.of(QUEUEING_DELAY, NO_DELAY_FIELD,
          "the {format} format has no field for the sojourn time of a packet in a switch; take queueing=length, or telemetry: "
              + FORMATS_OF_DELAY),

      Incompatibility.of(SEALED, REFERENCE_FRAMING, NEEDS_RTT,
          "the reference framing echoes timestamps without authentication; take framing: rocev2"),
      Incompatibility.of(GUARDED, UNSEALED,
          "feedbackValidation: {feedbackValidation} needs reports that cannot be forged; set authenticateFeedback: true"),
      Incompatibility.of(GUARDED, REFERENCE_FRAMING,
          "feedbackValidation: {feedbackValidation} is incompatible with the reference framing: the authors' senders"
              + " check no report; take framing: rocev2"),
      Incompatibility.of(GUARDED, SILENT_CARRIER,
          "feedbackValidation: {feedbackValidation} cannot detect removed reports, because telemetryPackets: {telemetryPackets}"
              + " sends none while queues are short; take on-queue(by=sender) or subscribed(by=header)"),

      Incompatibility.of(CHOSEN_PATHS, REFERENCE_FRAMING,
          "paths: chosen is incompatible with the reference framing: the authors' flows have"
              + " one source port; take framing: rocev2"),
      Incompatibility.of(CHOSEN_PATHS, WINDOWS,
          "paths: chosen needs a window that the sender sets, and with feedback: receiver-windows the receiver sets it; take"
              + " feedback: acks"),
      Incompatibility.of(CHOSEN_PATHS, BUSIEST_LINK, NEEDS_TELEMETRY,
          "paths: chosen needs the records of all links, and feedback: notifications(links=busiest) brings back one; take"
              + " feedback: notifications"),
      Incompatibility.of(CHOSEN_PATHS, KNOWS_ONE_PATH, "scheme {scheme} supports one path only; take scheme hpcc or paths: one"),
      Incompatibility.of(CHOSEN_PATHS, ONE_FIGURE,
          "paths: chosen needs records of links, and the {format} format has one value for the whole path; take telemetry"
              + " native"),

      Incompatibility.of(OTHER_THAN_GO_BACK_N, REFERENCE_FRAMING,
          "framing: reference supports recovery go-back-n only, not {recovery}; take framing: rocev2"),
      Incompatibility.of(LIMITED_NIC, REFERENCE_FRAMING,
          "nic {nic} is incompatible with the reference framing: the authors' NIC schedules any number of flows; available: "
              + UnlimitedNic.DEFAULT.name()),

      Incompatibility.of(UNRELIABLE, OTHER_THAN_PROBES,
          "recovery unreliable has no acknowledgements, so only probes report the bytes in flight; take telemetryPackets: probes"),
      Incompatibility.of(UNRELIABLE, WINDOWS,
          "recovery unreliable needs answers to probes, and with feedback: receiver-windows there are none;"
              + " take feedback: acks"),
      Incompatibility.of(UNRELIABLE, OPERATIONS,
          "recovery unreliable loses data for good, and rdma operations need all of it; take " + RELIABLE),
      Incompatibility.of(UNRELIABLE, NEEDS_NO_TELEMETRY,
          "recovery unreliable needs probes, and a flow of scheme {scheme} sends none"
              + " because it receives no telemetry; take scheme hpcc"),

      Incompatibility.of(TIES_BY_SCHEDULING, EXACT_CLOCK, "ties by scheduling need whole nanoseconds"),

      Incompatibility.of(PLAIN_FRAMING, TCP, "recovery tcp needs segments of TCP; take framing: {tcpFraming}"),
      Incompatibility.of(TCP_FRAMING, OTHER_THAN_TCP,
          "framing {framing} is for recovery tcp, not for {recovery}; take recovery: tcp, or framing: rocev2"),
      Incompatibility.of(TCP, OPERATIONS,
          "recovery tcp carries a stream of bytes, and rdma operations are messages; take " + RELIABLE),
      Incompatibility.of(TCP, CONNECTIONS,
          "recovery tcp carries a stream of bytes, and connections of jobs carry messages; take connections: per-message"),
      Incompatibility.of(SEVERAL_PACKETS_AN_ACK, TCP, "acks does not apply to recovery tcp; set tcp(ackEvery={every})"),
      Incompatibility.of(WINDOWS, TCP,
          "recovery tcp has no packet that carries a window of the receiver's control; take feedback: acks"
              + " or notifications"),
      Incompatibility.of(SEVERAL_PATHS, TCP, "connections of recovery tcp keep their ports and so their paths; take paths: one"),
      Incompatibility.of(ANSWERS, TCP, "recovery tcp has no packet for answers of switches; take switchFeedback: none"),
      Incompatibility.of(OTHER_THAN_PROBES, NEEDS_TELEMETRY, TCP,
          "segments of recovery tcp carry no telemetry, and scheme {scheme} needs it; take telemetryPackets: probes"),
      Incompatibility.of(FORMAT_AROUND_UDP, TCP,
          "the {format} format is carried around a UDP header, and recovery tcp has none; take native"),
      Incompatibility.of(TCP, DELAYED_ACKS, NEEDS_RTT,
          "receivers of recovery tcp wait for another segment before they acknowledge,"
              + " and scheme {scheme} would take that for a queue; take tcp(ackEvery=1)"),
      Incompatibility.of(TCP, NEEDS_CREDIT,
          "recovery tcp has no segments that request or grant credit, and scheme {scheme}"
              + " needs that; take another scheme, or another recovery"),
      Incompatibility.of(TCP, NEEDS_CNP,
          "recovery tcp echoes marks in acknowledgements, and scheme {scheme} needs congestion"
              + " notification packets; take scheme dctcp"),

      Incompatibility.of(SPRAY, REFERENCE_FRAMING,
          "paths: spray is incompatible with the reference framing: the authors' flows have one"
              + " source port; take framing: rocev2"),
      Incompatibility.of(SPRAY, IN_ORDER,
          "paths: spray reorders packets, and recovery {recovery} treats overtaken packets as lost; take recovery: "
              + Selective.DEFAULT.name()),
      Incompatibility.of(SPRAY, NEEDS_TELEMETRY,
          "paths: spray spreads packets over many paths, and scheme {scheme} compares telemetry of one path; take scheme nscc,"
              + " or paths: one"),
      Incompatibility.of(OTHER_THAN_ECMP, REFERENCE_FRAMING,
          "routing: {routing} is incompatible with the reference framing: the authors' switches have a hash of their own;"
              + " take framing: rocev2"),
      Incompatibility.of(SWITCHES_CHOOSE, SEVERAL_PATHS,
          "with routing: {routing} switches choose paths, and with paths: {paths} senders do; take paths: one, or routing: ecmp"),
      Incompatibility.of(CHOICE_BY_PACKET, NEEDS_TELEMETRY,
          "routing: {routing} spreads packets over many paths, and scheme {scheme} compares telemetry of one path; take scheme"
              + " dcqcn, or routing: letflow"),
      Incompatibility.of(IGNORES_PORTS, SEVERAL_PATHS,
          "paths: {paths} varies source ports, which switches do not hash with this routing; take routing: ecmp(fields=five-tuple)"),

      Incompatibility.of(TRIM, PFC, "trim replaces drops, and with PFC switches pause instead of dropping; set pfc: false"),
      Incompatibility.of(STORM, NO_PFC,
          "state pfc-storm pauses neighbors, and ports without PFC ignore pauses; set pfc: true, or leave the event out"),
      Incompatibility.of(SLOW_COMPUTE, NO_JOBS,
          "state slow-compute slows computations of jobs, and the scenario has no job; add one to flows, or leave the event out"),
      Incompatibility.of(OTHER_ADMISSION, PFC,
          "admission decides which packets switches drop, and with PFC they pause; set pfc: false, or leave admission out"),
      Incompatibility.of(OTHER_ADMISSION, TRIM,
          "trim applies to packets that dynamic thresholds do not admit; leave trim out, or admission"),
      Incompatibility.of(OTHER_THAN_BY_RATE, NO_PFC,
          "pfcProfile sets when ports pause, and without PFC no port pauses; set pfc: true, or leave pfcProfile out"),
      Incompatibility.of(LOSSY_PRIORITIES, NO_PFC,
          "pfcPriorities names the priorities that pause, and without PFC no priority does; set pfc: true, or leave"
              + " pfcPriorities out"),
      Incompatibility.of(LOSSY_PRIORITIES, REFERENCE_FRAMING,
          "pfcPriorities is incompatible with the reference framing: the authors' switches pause every priority; take framing:"
              + " rocev2"),
      Incompatibility.of(LATE_RESPONSE, NO_PFC,
          "pauseResponse delays the effect of pauses, and without PFC there are no pauses; set pfc: true, or leave"
              + " pauseResponse out"),
      Incompatibility.of(WATCHDOG, NO_PFC,
          "pfcWatchdog watches paused queues, and without PFC no queue is paused; set pfc: true, or leave pfcWatchdog out"),
      Incompatibility.of(TRIM, IN_ORDER,
          "trim reports single packets as lost, and recovery {recovery} cannot retransmit single packets; take recovery: "
              + Selective.DEFAULT.name()),
      Incompatibility.of(TRIM_TO_SENDER, NEEDS_CREDIT,
          "trim to: sender returns requests for credit before they reach their receiver, and scheme {scheme} needs its"
              + " credit; take to: receiver"),
      Incompatibility.of(TRIM_TO_SENDER, SEALED,
          "trim to: sender returns headers that no receiver has sealed, and authenticateFeedback: true takes sealed"
              + " answers only; take to: receiver, or authenticateFeedback: false"),
      Incompatibility.of(TRIM, NO_SHARES, "trim needs ports that send several trimmed headers (priority " + Packet.APART_PRIORITY
          + ") for each data packet; take queues: " + SHARES));

  private Compatibility() {
  }

  /** Returns the incompatibilities of a setup; classes of flows with the same fault share one problem. */
  static List<Problem> problems(Setup setup) {
    List<FlowClass> classes = setup.flowClasses();
    Map<String, Problem> problems = new LinkedHashMap<>();
    for (Incompatibility row : ALL) {
      int number = 0;
      for (FlowClass flows : row.isOfClass() ? classes : classes.subList(0, 1)) {
        if (row.isIn(setup, flows)) {
          Problem problem = row.problem(setup, flows, number);
          problems.putIfAbsent(problem.field() + ": " + problem.sentence(), problem);
        }
        number++;
      }
    }
    return List.copyOf(problems.values());
  }
}
