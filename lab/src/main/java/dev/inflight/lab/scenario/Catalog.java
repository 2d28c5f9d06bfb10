package dev.inflight.lab.scenario;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.graph.TraceFlows;
import dev.inflight.lab.graph.transformer.InferenceFlows;
import dev.inflight.lab.graph.transformer.TrainingFlows;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.net.switchfeedback.SwitchFeedbacks;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.balance.adaptive.Conga;
import dev.inflight.net.balance.weave.ConWeave;
import dev.inflight.net.balance.adaptive.Drill;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.balance.given.Static;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.paths.PathChoices;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.admission.AdmissionRules;
import dev.inflight.net.switching.ecn.MarkingRule;
import dev.inflight.net.switching.ecn.MarkingRules;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.PfcProfiles;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.QueueDisciplines;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScopes;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.net.validation.FeedbackValidation;
import dev.inflight.net.validation.FeedbackValidations;
import dev.inflight.sim.fidelity.Fidelities;
import dev.inflight.sim.fidelity.Fidelity;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.workload.Workloads;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import java.util.stream.Stream;

/** All choices that scenarios can name by specs: lists of each axis's values, and the table of axes. */
public final class Catalog {
  public static final SpecBinder<Scheme> SCHEMES = new SpecBinder<>("scheme", Scheme.class, Schemes.ALL, Scheme::name);
  public static final SpecBinder<TelemetryFormat> TELEMETRY = new SpecBinder<>("telemetry format", TelemetryFormat.class,
      Formats.ALL, TelemetryFormat::name);
  public static final SpecBinder<TelemetryPackets> CARRIERS = new SpecBinder<>("choice of telemetry packets",
      TelemetryPacketKinds.ALL, TelemetryPackets::name);
  public static final SpecBinder<FeedbackPath> REPORTS = new SpecBinder<>("feedback path", FeedbackPaths.ALL, FeedbackPath::name);
  public static final SpecBinder<SwitchFeedback> ANSWERS = new SpecBinder<>("switch feedback", SwitchFeedbacks.ALL,
      SwitchFeedback::name);
  public static final SpecBinder<RecordScope> SCOPES = new SpecBinder<>("scope of telemetry", RecordScopes.ALL,
      RecordScope::name);
  public static final SpecBinder<PathChoice> PATHS = new SpecBinder<>("choice of paths", PathChoices.ALL, PathChoice::name);
  public static final SpecBinder<Routing> ROUTINGS = new SpecBinder<>("routing", Routing.class, Routings.ALL, Routing::name);
  public static final SpecBinder<FeedbackValidation> TRUSTS = new SpecBinder<>("feedback validation", FeedbackValidations.ALL,
      FeedbackValidation::name);
  public static final SpecBinder<Recovery> RECOVERIES = new SpecBinder<>("recovery", Recoveries.ALL, Recovery::name);
  public static final SpecBinder<NicModel> NICS = new SpecBinder<>("NIC", NicModels.ALL, NicModel::name);
  public static final SpecBinder<QueueDiscipline> QUEUES = new SpecBinder<>("queue discipline", QueueDiscipline.class,
      QueueDisciplines.ALL, QueueDiscipline::name);
  public static final SpecBinder<MarkingRule> MARKINGS = new SpecBinder<>("marking rule", MarkingRule.class, MarkingRules.ALL,
      MarkingRule::name);
  public static final SpecBinder<AdmissionRule> ADMISSIONS = new SpecBinder<>("admission rule", AdmissionRule.class,
      AdmissionRules.ALL, AdmissionRule::name);
  public static final SpecBinder<PfcProfile> PFC_PROFILES = new SpecBinder<>("PFC profile", PfcProfile.class, PfcProfiles.ALL,
      PfcProfile::name);
  public static final SpecBinder<TopologyGenerator> TOPOLOGIES = new SpecBinder<>("topology", TopologyGenerator.class,
      Stream.concat(Topologies.ALL.stream(), Stream.of(FileTopology.DEFAULT)).toList(), TopologyGenerator::name);
  public static final SpecBinder<Workload> WORKLOADS = new SpecBinder<>("workload", Workload.class,
      Stream.concat(Workloads.ALL.stream(),
          Stream.of(FileFlows.DEFAULT, TraceFlows.DEFAULT, TrainingFlows.DEFAULT, InferenceFlows.DEFAULT)).toList(),
      Workload::name);

  public static final SpecBinder<Fidelity> FIDELITIES = new SpecBinder<>("fidelity", Fidelities.ALL, Fidelity::name);

  private static final int HOPS_SHOWN = 5;
  private static final String RUN = "./inflight run scenarios/incast.yaml ";

  /**
   * All axes, in the order of {@code inflight list}. A new axis needs an entry here, and a field of the setup for the simulator.
   * All code that reads or shows scenarios uses this table.
   */
  public static final List<Axis<?>> AXES = List.of(
      new Axis<>(new Axis.Key("scheme", "flows", "congestion control of all flows except those of the key classes"), SCHEMES,
          Axis.Place.inSetup(setup -> setup.scheme(), (setup, it) -> setup.scheme = it),
          new Axis.Listing<>("schemes", "Schemes", spec -> RUN + "--scheme '" + spec + "'"),
          Axis.Report.behind("version", "congestion control, with all parameters")),
      new Axis<>(new Axis.Key("topology", "name", "hosts, switches and cables"), TOPOLOGIES, new ScenarioTopology(),
          new Axis.Listing<>("topologies", "Topologies", spec -> inScenario("topology", spec)), Axis.Report.NONE),
      new Axis<>(new Axis.Key("flows", "topology", "traffic: one workload, or a list of them"), WORKLOADS, new ScenarioFlows(),
          new Axis.Listing<>("workloads", "Workloads", spec -> inScenario("flows", spec)), Axis.Report.NONE),
      new Axis<>(new Axis.Key("recovery", "acks", "how both ends recover from losses"), RECOVERIES,
          Axis.Place.inSetup(setup -> setup.recovery(), (setup, it) -> setup.recovery = it),
          new Axis.Listing<>("recoveries", "Loss recoveries", Catalog::recoveryUsage),
          Axis.Report.behind("framing", "what both ends do about losses").onScreen("recovery")),
      new Axis<>(new Axis.Key("telemetry", "globalBaseRtt", "the header that switches fill in"), TELEMETRY,
          Axis.Place.inSetup(setup -> setup.telemetry(), (setup, it) -> setup.telemetry = it),
          new Axis.Listing<>("telemetry", "Telemetry formats", Catalog::telemetryUsage, Catalog::capacity),
          Axis.Report.behind("framing", "the header that switches filled in; none if the scheme needs none")
              .where(Catalog::usesTelemetry)),
      new Axis<>(new Axis.Key("telemetryPackets", "telemetry", "which packets carry telemetry"), CARRIERS,
          Axis.Place.inSetup(setup -> setup.telemetryPackets(), (setup, it) -> setup.telemetryPackets = it),
          new Axis.Listing<>("telemetryPackets", "Packets that carry telemetry", spec -> inScenario("telemetryPackets", spec)),
          Axis.Report.behind("telemetry", "which packets carry telemetry; none when the scheme asks for none")
              .onScreen("telemetry in").where(Catalog::usesTelemetry)),
      new Axis<>(new Axis.Key("feedback", "telemetryPackets", "how telemetry returns to senders"), REPORTS,
          Axis.Place.inSetup(setup -> setup.feedback(), (setup, it) -> setup.feedback = it),
          new Axis.Listing<>("feedback", "Telemetry feedback", spec -> inScenario("feedback", spec)),
          Axis.Report.behind("telemetryPackets", "what brings telemetry back; none when the scheme asks for none")
              .onScreen("feedback by").where(Catalog::usesTelemetry)),
      new Axis<>(new Axis.Key("switchFeedback", "feedback", "feedback packets that switches send"), ANSWERS,
          Axis.Place.inSetup(setup -> setup.switchFeedback(), (setup, it) -> setup.switchFeedback = it),
          new Axis.Listing<>("switchFeedback", "Switch feedback", Catalog::switchFeedbackUsage),
          Axis.Report.behind("feedback", "feedback packets that switches send; none when the scheme asks for no telemetry")
              .onScreen("switch feedback").where(setup -> usesTelemetry(setup) || setup.switchFeedback() instanceof FastCnp)),
      new Axis<>(new Axis.Key("scope", "switchFeedback", "whether telemetry reports a port or the packet's queue"), SCOPES,
          Axis.Place.inSetup(setup -> setup.scope(), (setup, it) -> setup.scope = it),
          new Axis.Listing<>("scopes", "Scopes of telemetry", Catalog::scopeUsage),
          Axis.Report.behind("switchFeedback", "what telemetry reports; none when the scheme asks for none").onScreen("of each")
              .where(Catalog::usesTelemetry)),
      new Axis<>(new Axis.Key("paths", "scope", "which of several paths the packets of a flow take"), PATHS,
          Axis.Place.inSetup(setup -> setup.paths(), (setup, it) -> setup.paths = it),
          new Axis.Listing<>("paths", "Choices of paths", Catalog::pathsUsage),
          Axis.Report
              .behind("scope",
                  "which of several paths packets take; none when the scheme asks for no telemetry and packets"
                      + " are not sprayed")
              .onScreen("paths").where(setup -> usesTelemetry(setup) || setup.paths() instanceof Sprayed)),
      new Axis<>(new Axis.Key("routing", "paths", "how switches choose among equal-cost paths"), ROUTINGS,
          Axis.Place.inSetup(setup -> setup.routing(), (setup, it) -> setup.routing = it),
          new Axis.Listing<>("routing", "Switch routing", Catalog::routingUsage),
          Axis.Report.behind("paths", "how switches chose among equal-cost paths").onScreen("routing")),
      new Axis<>(
          new Axis.Key("feedbackValidation", "authenticateFeedback", "how senders react to missing and impossible feedback"),
          TRUSTS, Axis.Place.inSetup(setup -> setup.feedbackValidation(), (setup, it) -> setup.feedbackValidation = it),
          new Axis.Listing<>("feedbackValidation", "Feedback validation", Catalog::trustUsage),
          Axis.Report.behind("authenticateFeedback", "how senders validate feedback; none when the scheme asks for none")
              .onScreen("feedback validation").where(Catalog::usesTelemetry)),
      new Axis<>(new Axis.Key("nic", "retransmitTimeout", "how host NICs schedule flows, and how many at most"), NICS,
          Axis.Place.inSetup(setup -> setup.nic(), (setup, it) -> setup.nic = it),
          new Axis.Listing<>("nics", "NICs", spec -> inScenario("nic", spec)),
          Axis.Report.behind("authenticateFeedback", "how NICs schedule their flows").onScreen("NIC")),
      new Axis<>(new Axis.Key("queues", "ecn", "how ports schedule their eight queues, one per priority"), QUEUES,
          Axis.Place.inSetup(setup -> setup.queues(), (setup, it) -> setup.queues = it),
          new Axis.Listing<>("queues", "Queue disciplines", spec -> inScenario("queues", spec)),
          Axis.Report.NONE.onScreen("queues")),
      new Axis<>(new Axis.Key("marking", "queues", "rule by which switch ports mark packets (ECN)"), MARKINGS,
          Axis.Place.inSetup(setup -> setup.marking(), (setup, it) -> setup.marking = it),
          new Axis.Listing<>("marking", "ECN marking by switches", spec -> inScenario("marking", spec)),
          Axis.Report.NONE.onScreen("marking")),
      new Axis<>(new Axis.Key("admission", "marking", "rule by which switches without PFC admit packets to their buffer"),
          ADMISSIONS, Axis.Place.inSetup(setup -> setup.admission(), (setup, it) -> setup.admission = it),
          new Axis.Listing<>("admissions", "Admission to switch buffers",
              spec -> "in a scenario with pfc: false: admission: " + spec),
          Axis.Report.NONE.onScreen("admission")),
      new Axis<>(new Axis.Key("pfcProfile", "pfc", "with PFC, the memory that switch ports reserve and their pause thresholds"),
          PFC_PROFILES,
          Axis.Place.inSetup(setup -> setup.pfcRules().profile(), (setup, it) -> setup.pfcRules = setup.pfcRules.with(it)),
          new Axis.Listing<>("pfcProfiles", "PFC profiles of switches", spec -> inScenario("pfcProfile", spec)),
          Axis.Report.NONE.onScreen("PFC profile")),
      new Axis<>(new Axis.Key("fidelity", "connections", "how much of a run is simulated packet by packet"), FIDELITIES,
          Axis.Place.inSetup(setup -> setup.fidelity(), (setup, it) -> setup.fidelity = it),
          new Axis.Listing<>("fidelities", "Fidelity", spec -> inScenario("fidelity", spec)),
          Axis.Report.behind("clock", "how much of it was to be simulated packet by packet").onScreen("fidelity")));

  private Catalog() {
  }

  private static boolean usesTelemetry(Setup setup) {
    return setup.scheme().signals().contains(Signal.HOPS);
  }

  private static String inScenario(String key, String spec) {
    return "in a scenario: " + key + ": " + spec;
  }

  private static String scopeUsage(String spec) {
    return spec.startsWith(QueueScope.DEFAULT.name()) // it needs queues with shares
        ? "in a scenario with queues: strict-dwrr: scope: " + spec
        : inScenario("scope", spec);
  }

  private static String recoveryUsage(String spec) {
    boolean needsProbes = spec.equals(Unreliable.DEFAULT.name()) || spec.startsWith(Tcp.DEFAULT.name());
    String probes = needsProbes ? " --set telemetryPackets=probes" : "";
    return RUN + "--recovery '" + spec + "'" + probes;
  }

  private static String trustUsage(String spec) {
    return spec.startsWith("checked")
        ? "in a scenario with authenticateFeedback: true: feedbackValidation: " + spec
        : inScenario("feedbackValidation", spec);
  }

  private static String switchFeedbackUsage(String spec) {
    return spec.startsWith("fast-cnp")
        ? RUN + "--scheme dcqcn --set 'switchFeedback=" + spec + "'"
        : inScenario("switchFeedback", spec);
  }

  private static String pathsUsage(String spec) {
    return spec.startsWith(Sprayed.DEFAULT.name())
        ? RUN + "--recovery selective --scheme swift --set 'paths=" + spec + "'"
        : inScenario("paths", spec);
  }

  private static String routingUsage(String spec) {
    if (spec.startsWith(Static.DEFAULT.name())) {
      return inScenario("routing", "static(routes=\"* 5 100 5\")");
    }
    if (spec.startsWith(Conga.DEFAULT.name()) || spec.startsWith(ConWeave.DEFAULT.name())) {
      return RUN + "--set topology=leaf-spine --set 'routing=" + spec + "'";
    }
    return spec.startsWith(Drill.DEFAULT.name())
        ? RUN + "--recovery selective --scheme swift --set 'routing=" + spec + "'"
        : inScenario("routing", spec);
  }

  private static String telemetryUsage(String spec) {
    return spec.startsWith("authors") // no frame can carry its header
        ? "in a scenario with framing: reference: telemetry: " + spec
        : RUN + "--telemetry '" + spec + "'";
  }

  private static String capacity(TelemetryFormat format) {
    int bytes = format.in(new NetworkFacts(LinkRates.NONE, 1, HOPS_SHOWN)).sizeBytes(HOPS_SHOWN);
    String hops = format.bottleneckOnly()
        ? "one figure of the whole path, " + bytes + " bytes"
        : "up to " + format.maxHops() + " hops, " + bytes + " bytes for " + HOPS_SHOWN;
    return ": " + hops + ", rates " + format.expressibleRates();
  }

  /** Place of the topology's generator; the scenario also keeps the generated topology. */
  private static final class ScenarioTopology implements Axis.Place<TopologyGenerator> {
    @Override
    public List<TopologyGenerator> in(Scenario scenario) {
      return List.of(scenario.topology());
    }

    @Override
    public void put(Draft draft, List<TopologyGenerator> values) {
      draft.topology = values.getFirst();
    }
  }

  /** Place of the generators of flows, which add up. */
  private static final class ScenarioFlows implements Axis.Place<Workload> {
    @Override
    public List<Workload> in(Scenario scenario) {
      return scenario.workloads();
    }

    @Override
    public void put(Draft draft, List<Workload> values) {
      draft.workloads = values;
    }

    @Override
    public boolean takesList() {
      return true;
    }
  }
}
