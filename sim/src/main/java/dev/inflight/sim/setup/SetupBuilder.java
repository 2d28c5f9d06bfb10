package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.ecn.ByThresholds;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.validation.FeedbackValidation;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.fidelity.Fidelity;
import dev.inflight.sim.fidelity.FullFidelity;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A mutable setup, which declares each value of {@link Setup} with its default. Setups built before do not change. */
public final class SetupBuilder implements Cloneable {
  public Topology topology = new Topology(1, new BitSet(), List.of());
  public FlowTable flows = new FlowTable();
  public Scheme scheme = Hpcc.DEFAULT;
  public List<FlowClass> classes = new ArrayList<>();
  public Framing framing = Framing.ROCEV2;
  public SerializationTime clock = SerializationTime.EXACT;
  public TieOrder ties = TieOrder.PORT;
  /** Transport of jobs' messages. */
  public JobConnections connections = JobConnections.USUAL;
  public long seed = 1;
  public long untilPs = Long.MAX_VALUE;
  public int payloadBytes = 1000;
  public long bufferBytes = 32L << 20;
  public boolean pfc = true;
  /** With PFC: reserved memory and pause thresholds of ports, lossless priorities, and response times. */
  public PfcRules pfcRules = PfcRules.DEFAULT;
  public double egressAlpha = 1;
  /** Without PFC: rule by which switches admit packets to their buffer. */
  public AdmissionRule admission = DynamicThresholdRule.DEFAULT;
  /** Trimming in switches without PFC of packets without room; null without trimming. */
  public @Nullable Trimming trim;
  /** Reaction of switches to pauses without end; null without one. */
  public @Nullable PfcWatchdog pfcWatchdog;
  public QueueDiscipline queues = RoundRobinQueues.DEFAULT;
  public MarkingRule marking = ByThresholds.DEFAULT;
  public Map<PortClass, EcnThresholds> ecn = new TreeMap<>();
  public CnpRules cnp = CnpRules.DEFAULT;
  public boolean acksIgnorePause = false;
  public int ackEveryPackets = 1;
  public long ackDelayPs = 10_000_000L;
  public double promptAcksFrom = Double.POSITIVE_INFINITY;
  public Recovery recovery = GoBackN.DEFAULT;
  public long retransmitTimeoutPs = 4_000_000_000L;
  public NicModel nic = UnlimitedNic.DEFAULT;
  public boolean paced = true;
  public boolean globalBaseRtt = true;
  public TelemetryFormat telemetry = NativeFormat.DEFAULT;
  public TelemetryPackets telemetryPackets = EveryDataPacket.DEFAULT;
  public FeedbackPath feedback = ByAcks.DEFAULT;
  public SwitchFeedback switchFeedback = NoSwitchFeedback.DEFAULT;
  public RecordScope scope = PortScope.DEFAULT;
  public PathChoice paths = OnePath.DEFAULT;
  public Routing routing = Ecmp.DEFAULT;
  public boolean authenticateFeedback = false;
  public FeedbackValidation feedbackValidation = NoValidation.DEFAULT;
  public double lossRate = 0;
  public RerouteDelays reroute = RerouteDelays.NONE;
  public List<FabricEvent> events = new ArrayList<>();
  public long sampleFromPs = -1;
  public long sampleUntilPs = Long.MAX_VALUE;
  public long samplePeriodPs = 100_000L;
  public Series series = Series.NONE;
  public Fidelity fidelity = FullFidelity.DEFAULT;
  /** Prediction for the run of the one setup that owns this builder. */
  Foresight foresight = new Foresight();

  /** Makes a builder with the defaults. */
  public SetupBuilder() {
  }

  /** Returns a copy with lists and a map that can be changed. */
  SetupBuilder copy() {
    SetupBuilder copy;
    try {
      copy = (SetupBuilder) clone();
    } catch (CloneNotSupportedException never) {
      throw new IllegalStateException(never);
    }
    copy.classes = new ArrayList<>(classes);
    copy.ecn = new TreeMap<>(ecn);
    copy.events = new ArrayList<>(events);
    return copy;
  }

  /** Makes changes, and returns this builder. */
  SetupBuilder changed(Consumer<SetupBuilder> changes) {
    changes.accept(this);
    return this;
  }

  /** Sets the values of the HPCC authors' simulator, whatever the scheme: sizes, times, order of ties and telemetry. */
  public SetupBuilder likeReference() {
    framing = Framing.REFERENCE;
    clock = SerializationTime.AUTHORS;
    ties = TieOrder.SCHEDULING;
    telemetry = AuthorsFormat.DEFAULT;
    return this;
  }

  /** The behavior profile (reference or own). */
  public Ns3Compatibility profile() {
    return Ns3Compatibility.of(framing);
  }

  /** Returns a setup with the present values. */
  public Setup build() {
    return new Setup(this);
  }
}
