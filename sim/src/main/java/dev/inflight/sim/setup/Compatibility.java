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
          "recovery unreliable does not report complete messages, and operations of jobs wait for these reports; use recovery: "
              + RELIABLE),
      Incompatibility.of(SHORT_PAYLOAD, OPERATIONS,
          "payload of {payload} bytes is below " + Message.READ_REQUEST_BYTES
              + ", the size of a READ request, which rdma operations need"),

      Incompatibility.of(OTHER_FORMAT, REFERENCE_FRAMING, "framing: reference needs telemetry: authors, not {format}"),
      Incompatibility.of(AUTHORS_FORMAT, OTHER_FRAMING, "telemetry: authors needs framing: reference"),
      Incompatibility.of(IPV6_FORMAT, IPV4_FRAMING, "telemetry: {format} needs an IPv6 header; use framing: {ipv6Framing}"),
      Incompatibility.of(INCOMPLETE_FORMAT, NEEDS_TELEMETRY,
          "scheme {scheme} needs node, egress interface, queue and transmitted bytes, and {format} as configured lacks"
              + " one of them; use telemetry: {format} with its default fields"),
      Incompatibility.of(ONE_FIGURE, NEEDS_EACH_HOP,
          "scheme {schemeOfEachHop} needs a record of each hop, and the {format} format"
              + " returns one value for the whole path; use telemetry: native"),
      Incompatibility.of(NO_THRESHOLDS, NEEDS_ECN, "scheme {scheme} needs ECN marks, but no thresholds are set"),

      Incompatibility.of(OTHER_CARRIER, REFERENCE_FRAMING,
          "telemetryPackets: {telemetryPackets} is incompatible with the reference framing: the HPCC authors'"
              + " data packets all carry telemetry; use telemetryPackets: every"),
      Incompatibility.of(OTHER_THAN_ACKS, REFERENCE_FRAMING,
          "feedback: {feedback} is incompatible with the reference framing: the HPCC authors' acknowledgements return telemetry;"
              + " use feedback: acks"),
      Incompatibility.of(WINDOWS, NICS_OF_SEVERAL_RATES,
          "feedback: receiver-windows needs hosts with NICs of equal rates, because receivers do not know which NIC a flow"
              + " leaves through; use feedback: acks"),
      Incompatibility.of(WINDOWS, RUNS_AT_SENDERS,
          "feedback: receiver-windows runs the scheme at receivers, and scheme {scheme} runs only at senders; use feedback: acks"
              + " or notifications"),
      Incompatibility.of(SILENT_CARRIER, NEEDS_REPORTS_TO_GROW,
          "telemetryPackets: {telemetryPackets} leaves scheme {scheme} without the reports that it needs to grow; use"
              + " on-queue(by=sender) or subscribed(by=header)"),
      Incompatibility.of(BUSIEST_LINK, NEEDS_ALL_LINKS,
          "scheme {scheme} needs the records of all links, and feedback: notifications(links=busiest) returns one; use feedback:"
              + " notifications, or scheme hpcc with another react than per-rtt"),
      Incompatibility.of(BUSIEST_LINK, ONE_FIGURE,
          "feedback: notifications(links=busiest) chooses among records of links, and the"
              + " {format} format has one value for the whole path; use feedback: notifications"),
      Incompatibility.of(ON_QUEUE, CLOSED_BORDER,
          "telemetryPackets: {telemetryPackets} lets headers pass the border unchanged while its queue is short; use other"
              + " telemetryPackets, or int(border=open)"),
      Incompatibility.of(ON_QUEUE, ONE_FIGURE,
          "telemetryPackets: {telemetryPackets} needs a record for each hop, and the {format} format has one value for the whole"
              + " path; use telemetry: native, or other telemetryPackets"),
      Incompatibility.of(TIMED_STAMPS, ONE_FIGURE,
          "telemetryPackets: per-rtt(by=switch) needs records of hops, by which a switch detects whether an earlier switch"
              + " has written, and the {format} format has one value for the whole path; use telemetry: native, or"
              + " per-rtt(by=sender)"),

      Incompatibility.of(PROMPT_ACKS, NEEDS_NO_TELEMETRY,
          "acks.promptFrom depends on telemetry, and flows of scheme {scheme} carry none; use scheme: hpcc, or remove promptFrom"),
      Incompatibility.of(PROMPT_ACKS, PROBES,
          "acks.promptFrom depends on telemetry of data packets, and with telemetryPackets: probes they carry none; use"
              + " telemetryPackets: every, or remove promptFrom"),
      Incompatibility.of(PROMPT_ACKS, BY_DSCP,
          "acks.promptFrom depends on telemetry of data packets, and with telemetryPackets: subscribed(by=dscp) they carry"
              + " none; use subscribed(by=header), or remove promptFrom"),
      Incompatibility.of(PROMPT_ACKS, APART_FROM_ACKS,
          "acks.promptFrom makes acknowledgements return telemetry sooner, and with feedback: {feedback} they return none; use"
              + " feedback: acks, or remove promptFrom"),

      Incompatibility.of(BY_DSCP, NO_ANSWERS, NEEDS_TELEMETRY,
          "telemetryPackets: subscribed(by=dscp) returns telemetry only in switch feedback, and switchFeedback is"
              + " {switchFeedback}; use switchFeedback: direct"),
      Incompatibility.of(BY_DSCP, WINDOWS, NEEDS_TELEMETRY,
          "telemetryPackets: subscribed(by=dscp) gives receivers no telemetry while queues are"
              + " short, and feedback: receiver-windows needs it; use feedback: acks"),
      Incompatibility.of(ANSWERS, REFERENCE_FRAMING,
          "switchFeedback: {switchFeedback} is incompatible with the reference framing: the HPCC authors' switches"
              + " send none; use framing: rocev2"),
      Incompatibility.of(FAST_CNP, REFERENCE_FRAMING,
          "switchFeedback: {switchFeedback} is incompatible with the reference framing: the HPCC authors' switches"
              + " send none; use framing: rocev2"),
      Incompatibility.of(ANSWERS, QUEUEING_DELAY, NEEDS_TELEMETRY,
          "switchFeedback: {switchFeedback} is sent before a packet has waited, so it has"
              + " no queueing delay to report; use queueing=length or switchFeedback: none"),
      Incompatibility.of(ANSWERS, TAKES_NO_ANSWERS,
          "scheme {scheme} does not use switch feedback; use scheme: hpcc or switchFeedback: none"),
      Incompatibility.of(ANSWERS, CLOSED_BORDER,
          "switchFeedback: {switchFeedback} sends records from inside the network, and"
              + " int(border=relative) lets none leave it; use switchFeedback: none"),
      Incompatibility.of(ANSWERS, ONE_FIGURE,
          "switchFeedback: {switchFeedback} sends the record of a long queue, and the {format} format has one value for the"
              + " whole path; use telemetry: native"),

      Incompatibility.of(QUEUE_SCOPE, REFERENCE_FRAMING,
          "scope: queue is incompatible with the reference framing: the HPCC authors' switches report on ports; use scope: port"),
      Incompatibility.of(QUEUE_SCOPE, NO_SHARES,
          "scope: queue reports a queue's share of the line rate, and queues: {queues} assigns no shares; use queues: " + SHARES),
      Incompatibility.of(QUEUEING_DELAY, NO_DELAY_FIELD,
          "the {format} format has no field for the sojourn time of a packet in a switch; use queueing=length, or telemetry: "
              + FORMATS_OF_DELAY),

      Incompatibility.of(SEALED, REFERENCE_FRAMING, NEEDS_RTT,
          "the reference framing echoes timestamps without authentication; use framing: rocev2"),
      Incompatibility.of(GUARDED, UNSEALED,
          "feedbackValidation: {feedbackValidation} needs reports that cannot be forged; set authenticateFeedback: true"),
      Incompatibility.of(GUARDED, REFERENCE_FRAMING,
          "feedbackValidation: {feedbackValidation} is incompatible with the reference framing: the HPCC authors' senders"
              + " check no report; use framing: rocev2"),
      Incompatibility.of(GUARDED, SILENT_CARRIER,
          "feedbackValidation: {feedbackValidation} cannot detect removed reports, because telemetryPackets: {telemetryPackets}"
              + " sends none while queues are short; use on-queue(by=sender) or subscribed(by=header)"),

      Incompatibility.of(CHOSEN_PATHS, REFERENCE_FRAMING,
          "paths: chosen is incompatible with the reference framing: the HPCC authors' flows have"
              + " one source port; use framing: rocev2"),
      Incompatibility.of(CHOSEN_PATHS, WINDOWS,
          "paths: chosen needs a window that the sender sets, and with feedback: receiver-windows the receiver sets it; use"
              + " feedback: acks"),
      Incompatibility.of(CHOSEN_PATHS, BUSIEST_LINK, NEEDS_TELEMETRY,
          "paths: chosen needs the records of all links, and feedback: notifications(links=busiest) returns one; use"
              + " feedback: notifications"),
      Incompatibility.of(CHOSEN_PATHS, KNOWS_ONE_PATH, "scheme {scheme} supports only one path; use scheme: hpcc or paths: one"),
      Incompatibility.of(CHOSEN_PATHS, ONE_FIGURE,
          "paths: chosen needs records of links, and the {format} format has one value for the whole path; use telemetry:"
              + " native"),

      Incompatibility.of(OTHER_THAN_GO_BACK_N, REFERENCE_FRAMING,
          "framing: reference supports only recovery go-back-n, not {recovery}; use framing: rocev2"),
      Incompatibility.of(LIMITED_NIC, REFERENCE_FRAMING,
          "nic: {nic} is incompatible with the reference framing: the HPCC authors' NIC schedules any number of flows; use nic: "
              + UnlimitedNic.DEFAULT.name()),

      Incompatibility.of(UNRELIABLE, OTHER_THAN_PROBES,
          "recovery unreliable has no acknowledgements, so only probes report the bytes in"
              + " flight; use telemetryPackets: probes"),
      Incompatibility.of(UNRELIABLE, WINDOWS,
          "recovery unreliable needs answers to probes, and with feedback: receiver-windows there are none;"
              + " use feedback: acks"),
      Incompatibility.of(UNRELIABLE, OPERATIONS,
          "recovery unreliable does not retransmit, and rdma operations need all data; use recovery: " + RELIABLE),
      Incompatibility.of(UNRELIABLE, NEEDS_NO_TELEMETRY,
          "recovery unreliable needs probes, and a flow of scheme {scheme} sends none"
              + " because it receives no telemetry; use scheme: hpcc"),

      Incompatibility.of(TIES_BY_SCHEDULING, EXACT_CLOCK,
          "ties: scheduling needs whole nanoseconds; use clock: authors, or ties: port"),

      Incompatibility.of(PLAIN_FRAMING, TCP, "recovery tcp needs segments of TCP; use framing: {tcpFraming}"),
      Incompatibility.of(TCP_FRAMING, OTHER_THAN_TCP,
          "framing: {framing} needs recovery: tcp, not {recovery}; use recovery: tcp, or framing: rocev2"),
      Incompatibility.of(TCP, OPERATIONS,
          "recovery tcp carries a stream of bytes, and rdma operations are messages; use recovery: " + RELIABLE),
      Incompatibility.of(TCP, CONNECTIONS,
          "recovery tcp carries a stream of bytes, and connections of jobs carry messages; use connections: per-message"),
      Incompatibility.of(SEVERAL_PACKETS_AN_ACK, TCP, "acks does not apply to recovery tcp; set tcp(ackEvery={every})"),
      Incompatibility.of(WINDOWS, TCP,
          "recovery tcp has no packet that carries a window to the sender; use feedback: acks" + " or notifications"),
      Incompatibility.of(SEVERAL_PATHS, TCP, "connections of recovery tcp keep their ports and so their paths; use paths: one"),
      Incompatibility.of(ANSWERS, TCP, "recovery tcp has no packet for switch feedback; use switchFeedback: none"),
      Incompatibility.of(OTHER_THAN_PROBES, NEEDS_TELEMETRY, OFFLOAD,
          "offload of recovery tcp writes no telemetry into segments, and scheme {scheme} needs it; use telemetryPackets:"
              + " probes, or tcp(burst=1B)"),
      Incompatibility.of(ON_QUEUE_BY_SENDER, NEEDS_TELEMETRY, TCP,
          "telemetryPackets: on-queue(by=sender) uses the bits of DSCP that mark telemetry in segments of recovery tcp; use"
              + " on-queue(by=switch), or other telemetryPackets"),
      Incompatibility.of(APART_FROM_ACKS, OTHER_THAN_PROBES, NEEDS_TELEMETRY, TCP,
          "recovery tcp returns telemetry of data in acknowledgements, not by feedback: {feedback}; use feedback: acks, or"
              + " telemetryPackets: probes"),
      Incompatibility.of(FORMAT_AROUND_UDP, TCP,
          "the {format} format encloses a UDP header, and recovery tcp has none; use telemetry: native"),
      Incompatibility.of(TCP, DELAYED_ACKS, NEEDS_RTT,
          "receivers of recovery tcp wait for another segment before they acknowledge,"
              + " and scheme {scheme} would measure that wait as a queue; use tcp(ackEvery=1)"),
      Incompatibility.of(TCP, NEEDS_CREDIT,
          "recovery tcp has no segments that request or grant credit, and scheme {scheme}"
              + " needs credit; use another scheme, or another recovery"),
      Incompatibility.of(TCP, NEEDS_CNP,
          "recovery tcp echoes marks in acknowledgements, and scheme {scheme} needs congestion"
              + " notification packets; use scheme: dctcp"),

      Incompatibility.of(SPRAY, REFERENCE_FRAMING,
          "paths: spray is incompatible with the reference framing: the HPCC authors' flows have one"
              + " source port; use framing: rocev2"),
      Incompatibility.of(SPRAY, IN_ORDER,
          "paths: spray reorders packets, and recovery {recovery} treats overtaken packets as lost; use recovery: "
              + Selective.DEFAULT.name()),
      Incompatibility.of(SPRAY, NEEDS_TELEMETRY,
          "paths: spray spreads packets over many paths, and scheme {scheme} compares telemetry of one path; use scheme: nscc,"
              + " or paths: one"),
      Incompatibility.of(OTHER_THAN_ECMP, REFERENCE_FRAMING,
          "routing: {routing} is incompatible with the reference framing: the HPCC authors' switches use a different hash;"
              + " use framing: rocev2"),
      Incompatibility.of(SWITCHES_CHOOSE, SEVERAL_PATHS,
          "with routing: {routing} switches choose paths, and with paths: {paths} senders do; use paths: one, or routing: ecmp"),
      Incompatibility.of(CHOICE_BY_PACKET, NEEDS_TELEMETRY,
          "routing: {routing} spreads packets over many paths, and scheme {scheme} compares telemetry of one path; use scheme:"
              + " dcqcn, or routing: letflow"),
      Incompatibility.of(IGNORES_PORTS, SEVERAL_PATHS,
          "paths: {paths} varies source ports, which this routing does not hash; use routing: ecmp(fields=five-tuple)"),

      Incompatibility.of(TRIM, PFC, "trim replaces drops, and with PFC switches pause instead of dropping; set pfc: false"),
      Incompatibility.of(STORM, NO_PFC,
          "state pfc-storm pauses neighbors, and ports without PFC ignore pauses; set pfc: true, or remove the event"),
      Incompatibility.of(SLOW_COMPUTE, NO_JOBS,
          "state slow-compute slows computations of jobs, and the scenario has no job; add one to flows, or remove the event"),
      Incompatibility.of(OTHER_ADMISSION, PFC,
          "admission decides which packets switches drop; with PFC they pause lossless priorities, and drop others by egressAlpha;"
              + " set pfc: false, or remove admission"),
      Incompatibility.of(OTHER_ADMISSION, TRIM,
          "trim cuts packets that dynamic thresholds do not admit, and this admission uses no such thresholds; remove trim or"
              + " admission"),
      Incompatibility.of(OTHER_THAN_BY_RATE, NO_PFC,
          "pfcProfile sets when ports pause, and without PFC no port pauses; set pfc: true, or remove pfcProfile"),
      Incompatibility.of(PFC_PROFILES_BY_PRIORITY, NO_PFC,
          "bufferProfiles sets when priorities pause, and without PFC no port pauses; set pfc: true, or remove pfcProfile from it"),
      Incompatibility.of(PFC_PROFILES_BY_PRIORITY, REFERENCE_FRAMING,
          "bufferProfiles is incompatible with the reference framing: the HPCC authors' switches reserve memory for one priority"
              + " per port; use framing: rocev2"),
      Incompatibility.of(ALPHAS_BY_PRIORITY, OTHER_ADMISSION,
          "egressAlpha in bufferProfiles sets dynamic thresholds, and this admission has none; use admission:"
              + " dynamic-threshold, or remove egressAlpha from it"),
      Incompatibility.of(LOSSY_PRIORITIES, NO_PFC,
          "pfcPriorities names the priorities that pause, and without PFC no priority does; set pfc: true, or remove"
              + " pfcPriorities"),
      Incompatibility.of(LOSSY_PRIORITIES, REFERENCE_FRAMING,
          "pfcPriorities is incompatible with the reference framing: the HPCC authors' switches pause every priority; use framing:"
              + " rocev2"),
      Incompatibility.of(LATE_RESPONSE, NO_PFC,
          "pauseResponse delays the effect of pauses, and without PFC there are no pauses; set pfc: true, or remove"
              + " pauseResponse"),
      Incompatibility.of(WATCHDOG, NO_PFC,
          "pfcWatchdog watches paused queues, and without PFC no queue is paused; set pfc: true, or remove pfcWatchdog"),
      Incompatibility.of(TRIM, IN_ORDER,
          "trim reports single packets as lost, and recovery {recovery} cannot retransmit single packets; use recovery: "
              + Selective.DEFAULT.name()),
      Incompatibility.of(TRIM_TO_SENDER, NEEDS_CREDIT,
          "trim to: sender returns requests for credit before they reach their receiver, and scheme {scheme} needs its"
              + " credit; use to: receiver"),
      Incompatibility.of(TRIM_TO_SENDER, SEALED,
          "trim to: sender returns headers without authentication by a receiver, and authenticateFeedback: true"
              + " needs it; use to: receiver, or authenticateFeedback: false"),
      Incompatibility.of(TRIM, NO_SHARES, "trim needs ports that send several trimmed headers (priority " + Packet.APART_PRIORITY
          + ") for each data packet; use queues: " + SHARES));

  private Compatibility() {
  }

  /** Returns the incompatibilities of a setup; classes of flows with the same fault share one problem. */
  static List<Problem> problems(Setup setup) {
    List<FlowClass> classes = setup.flowClasses();
    List<Setup> setups = classes.stream().map(flows -> flows.in(setup)).toList();
    Map<String, Problem> problems = new LinkedHashMap<>();
    for (Incompatibility row : ALL) {
      for (int number = 0; number < classes.size(); number++) {
        FlowClass flows = classes.get(number);
        Setup own = setups.get(number);
        if ((number == 0 || row.isOfClass() || own != setup) && row.isIn(own, flows, number)) {
          Problem problem = row.problem(own, flows, number);
          problems.putIfAbsent(problem.field() + ": " + problem.sentence(), problem);
        }
      }
    }
    return List.copyOf(problems.values());
  }
}
