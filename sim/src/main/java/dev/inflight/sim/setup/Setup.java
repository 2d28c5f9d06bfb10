package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.validation.FeedbackValidation;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.fidelity.Fidelity;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that determines a simulation. Equal setups give equal trajectories. It is immutable, so threads may share it. */
public final class Setup {
  private final SetupBuilder values;

  /** Makes a setup with the builder's present values. */
  Setup(SetupBuilder from) {
    values = from.copy();
    values.flows = from.flows.unmodifiable();
    values.classes = List.copyOf(from.classes);
    values.ecn = Collections.unmodifiableMap(values.ecn);
    values.events = List.copyOf(from.events);
    values.foresight = new Foresight();
  }

  /** Returns this setup with changes, made on a builder with its values. The flows are fixed: other flows need another table. */
  public Setup with(Consumer<SetupBuilder> changes) {
    return values.copy().changed(changes).build();
  }

  /** Hosts, switches and cables. */
  public Topology topology() {
    return values.topology;
  }

  /** The flows to run. */
  public FlowTable flows() {
    return values.flows;
  }

  /** The congestion control of all flows that belong to no class. */
  public Scheme scheme() {
    return values.scheme;
  }

  /** Classes of flows with a separate scheme and telemetry; the table of flows names them by number, from 1 on. */
  public List<FlowClass> classes() {
    return values.classes;
  }

  /** Sizes of packets, and with them the {@link #profile}. */
  public Framing framing() {
    return values.framing;
  }

  /** Arithmetic of times. */
  public SerializationTime clock() {
    return values.clock;
  }

  /** Tie order. */
  public TieOrder ties() {
    return values.ties;
  }

  /** Transport of jobs' messages. */
  public JobConnections connections() {
    return values.connections;
  }

  /** True if messages of jobs go over connections of their ranks. */
  public boolean jobsHaveConnections() {
    return values.connections == JobConnections.PER_CHANNEL
        || values.connections == JobConnections.USUAL && !recovery().usesTcpFrames();
  }

  /** Seed of every random choice in the fabric. */
  public long seed() {
    return values.seed;
  }

  /** Latest end of the simulation, in picoseconds. */
  public long untilPs() {
    return values.untilPs;
  }

  /** Payload of a full packet, in bytes, 1 to 9000. */
  public int payloadBytes() {
    return values.payloadBytes;
  }

  /** Shared buffer of each switch, in bytes. */
  public long bufferBytes() {
    return values.bufferBytes;
  }

  /** True if switches send PFC pauses; without, they drop. */
  public boolean pfc() {
    return values.pfc;
  }

  /** With PFC: reserved memory and pause thresholds of switches' ports, lossless priorities, and response times. */
  public PfcRules pfcRules() {
    return values.pfcRules;
  }

  /** Largest queue that takes a packet, as a multiple of the memory's free part, above 0; for dropped packets. */
  public double egressAlpha() {
    return values.egressAlpha;
  }

  /** Without PFC: rule by which switches admit packets. */
  public AdmissionRule admission() {
    return values.admission;
  }

  /** Trimming in switches without PFC of packets without room; null without trimming. */
  public @Nullable Trimming trim() {
    return values.trim;
  }

  /** Reaction of switches to pauses without end; null without one. */
  public @Nullable PfcWatchdog pfcWatchdog() {
    return values.pfcWatchdog;
  }

  /** Order in which the ports of switches serve their queues. */
  public QueueDiscipline queues() {
    return values.queues;
  }

  /** Rule by which ports of switches mark. */
  public MarkingRule marking() {
    return values.marking;
  }

  /** True if any port of a switch may mark. */
  public boolean marks() {
    return !values.ecn.isEmpty() || !values.marking.usesThresholds();
  }

  /** ECN thresholds by class of ports; empty for none. */
  public Map<PortClass, EcnThresholds> ecn() {
    return values.ecn;
  }

  /** True if acknowledgements ignore pauses of the data's priority at the sending NIC. */
  public boolean acksIgnorePause() {
    return values.acksIgnorePause;
  }

  /** Rules by which receiving NICs answer marks with congestion notification packets, under schemes that use them. */
  public CnpRules cnp() {
    return values.cnp;
  }

  /** Number of packets per acknowledgement, 1 or more; the last packet and out-of-order ones are always acknowledged at once. */
  public int ackEveryPackets() {
    return values.ackEveryPackets;
  }

  /** Longest time after which a receiver acknowledges, in picoseconds. */
  public long ackDelayPs() {
    return values.ackDelayPs;
  }

  /** Load of a path from which receivers acknowledge at once; infinite if acknowledgements wait at every load. */
  public double promptAcksFrom() {
    return values.promptAcksFrom;
  }

  /** Loss recovery of both ends. Timeouts shorter than four base RTTs are raised to that. */
  public Recovery recovery() {
    return values.recovery;
  }

  /** With {@link GoBackN}: time without an answer before retransmission, in picoseconds; four base RTTs or more. */
  public long retransmitTimeoutPs() {
    return values.retransmitTimeoutPs;
  }

  /** Scheduling of flows in a host's NICs, and their number; without limits if the profile has none. */
  public NicModel nic() {
    return values.nic;
  }

  /** True if pacing follows the scheme's rate; otherwise only the window limits a flow. */
  public boolean paced() {
    return values.paced;
  }

  /** True if all flows use the largest base RTT and bandwidth-delay product of any two hosts, instead of each pair's own. */
  public boolean globalBaseRtt() {
    return values.globalBaseRtt;
  }

  /** Header of data packets if the scheme uses telemetry. */
  public TelemetryFormat telemetry() {
    return values.telemetry;
  }

  /** Packets that carry the header from senders to receivers. */
  public TelemetryPackets telemetryPackets() {
    return values.telemetryPackets;
  }

  /** Packets that return telemetry. */
  public FeedbackPath feedback() {
    return values.feedback;
  }

  /** Cases in which switches send telemetry themselves. */
  public SwitchFeedback switchFeedback() {
    return values.switchFeedback;
  }

  /** Subject of switches' records, ports or queues, and their form of queueing. */
  public RecordScope scope() {
    return values.scope;
  }

  /** Choice of a flow's path among several. */
  public PathChoice paths() {
    return values.paths;
  }

  /** Choice of switches among equally short paths. */
  public Routing routing() {
    return values.routing;
  }

  /** True if receivers seal the telemetry that they return under a key that both ends have. */
  public boolean authenticateFeedback() {
    return values.authenticateFeedback;
  }

  /** Validation of feedback by senders. */
  public FeedbackValidation feedbackValidation() {
    return values.feedbackValidation;
  }

  /** The loss rate of cables without a separate one, 0 to 1. */
  public double lossRate() {
    return values.lossRate;
  }

  /** Delays until nodes use other routes when cables fail or come back. */
  public RerouteDelays reroute() {
    return values.reroute;
  }

  /** Events that affect the fabric from outside. */
  public List<FabricEvent> events() {
    return values.events;
  }

  /** First queue sample, in picoseconds; negative: at the first flow's start. */
  public long sampleFromPs() {
    return values.sampleFromPs;
  }

  /** Last queue sample, in picoseconds. */
  public long sampleUntilPs() {
    return values.sampleUntilPs;
  }

  /** Time between queue samples, in picoseconds. */
  public long samplePeriodPs() {
    return values.samplePeriodPs;
  }

  /** Amount of the run that is simulated packet by packet. */
  public Fidelity fidelity() {
    return values.fidelity;
  }

  /** Values of flows and ports that are recorded at equal times. */
  public Series series() {
    return values.series;
  }

  /** The behavior profile: that of the framing. */
  public Ns3Compatibility profile() {
    return Ns3Compatibility.of(values.framing);
  }

  /** Classes of flows by number; the first is that of flows without a class. Telemetry has the form of queueing of the scope. */
  public List<FlowClass> flowClasses() {
    return Stream.concat(Stream.of(new FlowClass("", values.scheme, values.telemetry)), values.classes.stream())
        .map(one -> one.reporting(values.scope)).toList();
  }

  /** Number of packets for each acknowledgement without losses: {@link #ackEveryPackets}, or TCP's own number. */
  public int packetsPerAck() {
    return values.recovery.ackEveryPackets(values.ackEveryPackets);
  }

  /** All reasons why values are not compatible; empty if the setup can run, as far as that shows without building the fabric. */
  public List<Problem> problems() {
    return SetupCheck.of(this);
  }

  /** Reason why it cannot run in parallel parts with the same result; null if it can. */
  public @Nullable String whyWhole() {
    return WholeRun.why(this);
  }

  /** Reason why a run cannot be divided among processes, in a few words; null if it can. */
  public @Nullable String whyOneProcess() {
    return WholeRun.whyOneProcess(this);
  }

  /** True if stretches of a run are skipped, unless a prediction finds no use in that. */
  public boolean mayFastForward() {
    return values.fidelity.error() > 0 && values.foresight.whyNothing(this).isEmpty();
  }

  /** Reason why a run simulates every packet although its {@link #fidelity} is fast; otherwise empty. */
  public String whyNothingIsSkipped() {
    return values.fidelity.error() > 0 ? values.foresight.whyNothing(this) : "";
  }
}
