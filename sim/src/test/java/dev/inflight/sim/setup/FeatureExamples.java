package dev.inflight.sim.setup;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.switchfeedback.SwitchFeedbacks;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.paths.PathChoices;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.admission.AdmissionRules;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.DynamicProfile;
import dev.inflight.net.switching.pfc.PauseResponse;
import dev.inflight.net.switching.pfc.PfcProfiles;
import dev.inflight.net.switching.queue.QueueDisciplines;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.validation.FeedbackValidations;
import dev.inflight.sim.change.fault.NodePort;
import dev.inflight.sim.change.fault.PfcStorm;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.ioam.IoamTimestampFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Small setups with given features: searches the values that scenarios can give. */
final class FeatureExamples {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final int MOST_MENDED = 5;
  private static final Topology STAR = new Star(4, RATE, US).build();

  /** Changes of one setup value, by the feature's key. */
  private static List<Consumer<SetupBuilder>> changes(String key) {
    return switch (key) {
      case "framing" -> each(List.of(Framing.values()), (setup, value) -> setup.framing = value);
      case "flows" -> List.of(
          setup -> new Rdma(Rdma.Op.READ, 2, 3, 3_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1),
          setup -> CollectiveTraffic.DEFAULT.addTo(setup.flows, setup.topology, 1));
      case "connections" -> List.of(setup -> {
        CollectiveTraffic.DEFAULT.addTo(setup.flows, setup.topology, 1);
        setup.connections = JobConnections.PER_CHANNEL;
      });
      case "topology" -> List.of(setup -> setup.topology = twoRates());
      case "payload" -> List.of(setup -> setup.payloadBytes = 10);
      case "recovery" -> each(Recoveries.ALL, (setup, value) -> setup.recovery = value);
      case "acks" -> List.of(setup -> setup.ackEveryPackets = 3, setup -> {
        setup.ackEveryPackets = 3;
        setup.promptAcksFrom = 1;
      });
      case "nic" -> each(NicModels.ALL, (setup, value) -> setup.nic = value);
      case "telemetryPackets" -> each(
          Stream.concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new OnQueue(10_000, OnQueue.ChosenBy.SWITCH),
              new PerRtt(0, PerRtt.ChosenBy.SWITCH), new Subscribed(0.25, Subscribed.By.DSCP))).toList(),
          (setup, value) -> setup.telemetryPackets = value);
      case "feedback" -> each(FeedbackPaths.EVERY, (setup, value) -> setup.feedback = value);
      case "switchFeedback" -> each(SwitchFeedbacks.ALL, (setup, value) -> setup.switchFeedback = value);
      case "scope" -> each(List.of(PortScope.DEFAULT, QueueScope.DEFAULT, new PortScope(RecordScope.Queueing.DELAY)),
          (setup, value) -> setup.scope = value);
      case "queues" -> each(QueueDisciplines.ALL, (setup, value) -> setup.queues = value);
      case "feedbackValidation" -> each(FeedbackValidations.ALL, (setup, value) -> setup.feedbackValidation = value);
      case "authenticateFeedback" -> each(List.of(true, false), (setup, value) -> setup.authenticateFeedback = value);
      case "paths" -> each(PathChoices.ALL, (setup, value) -> setup.paths = value);
      case "routing" -> each(Stream.concat(Routings.ALL.stream().filter(value -> value.problem(STAR) == null),
          Stream.of(new Ecmp(Ecmp.Fields.ADDRESSES, true, 0))).toList(), (setup, value) -> setup.routing = value);
      case "pfc" -> each(List.of(true, false), (setup, value) -> setup.pfc = value);
      case "events" -> List.of(setup -> setup.events.add(new PfcStorm(0, new NodePort(3, NodePort.ALL), 3, 10 * US)),
          setup -> setup.events.add(new SlowCompute(0, 3, 2, 10 * US)));
      case "admission" -> each(AdmissionRules.ALL, (setup, value) -> setup.admission = value);
      case "pfcProfile" -> each(PfcProfiles.ALL, (setup, value) -> setup.pfcRules = setup.pfcRules.with(value));
      case "pfcPriorities" ->
        each(List.of(1 << 3, 1 << 4), (setup, value) -> setup.pfcRules = setup.pfcRules.with(value.intValue()));
      case "bufferProfiles" -> List.of(setup -> {
        setup.pfc = false;
        setup.pfcRules = setup.pfcRules.with(new BufferProfiles(Map.of(), Map.of(5, 0.5)));
      }, setup -> setup.pfcRules = setup.pfcRules.with(new BufferProfiles(Map.of(3, DynamicProfile.DEFAULT), Map.of())),
          setup -> setup.pfcRules = setup.pfcRules.with(1 << 3).with(new BufferProfiles(Map.of(), Map.of(5, 0.5))),
          setup -> setup.pfcRules = setup.pfcRules.with(1 << 3)
              .with(new BufferProfiles(Map.of(3, DynamicProfile.DEFAULT), Map.of(5, 0.5))));
      case "pauseResponse" -> List.of(setup -> setup.pfcRules = setup.pfcRules.with(new PauseResponse(0, US)));
      case "pfcWatchdog" -> List.of(setup -> setup.pfcWatchdog = PfcWatchdog.DEFAULT);
      case "trim" -> List.of(setup -> setup.trim = Trimming.DEFAULT,
          setup -> setup.trim = new Trimming(64, 48, Trimming.To.SENDER), setup -> setup.trim = null);
      case "ecn" -> List.of(setup -> setup.ecn.clear());
      case "ties" -> each(List.of(TieOrder.values()), (setup, value) -> setup.ties = value);
      case "clock" -> each(List.of(SerializationTime.EXACT, SerializationTime.AUTHORS), (setup, value) -> setup.clock = value);
      case Feature.SCHEME ->
        each(Stream.concat(Schemes.ALL.stream(), Stream.of(new Hpcc(0.95, 5, 0, 100, 0, ReactionMode.PER_RTT, 0))).toList(),
            (setup, value) -> setup.scheme = value);
      case Feature.TELEMETRY -> each(Stream.concat(Formats.ALL.stream(), Stream.of(
          new IoamFormat(0x31, 0x8000, 0x800000, 12, 0, IoamTimestampFormat.PTP, 1, 1),
          new IntFormat(17768, 0xD100, 255, IntFormat.TimestampUnit.NANOSECONDS, 1, 10_000, 0, IntFormat.Border.RELATIVE)))
          .toList(), (setup, value) -> setup.telemetry = value);
      default -> throw new AssertionError("no example changes " + key);
    };
  }

  private FeatureExamples() {
  }

  private static <T> List<Consumer<SetupBuilder>> each(List<T> values, BiConsumer<SetupBuilder, T> set) {
    return values.stream().<Consumer<SetupBuilder>>map(value -> setup -> set.accept(setup, value)).toList();
  }

  private static Topology twoRates() {
    var topology = new Topology.Builder();
    topology.hosts(4);
    topology.switches(1);
    for (int host = 0; host < 4; host++) {
      topology.link(host, 4, RATE, US);
    }
    topology.link(0, 4, RATE / 4, US);
    return topology.build();
  }

  /** A setup of two flows over a star, after some changes. */
  static Setup setup(List<Consumer<SetupBuilder>> changes) {
    var setup = new SetupBuilder();
    setup.topology = STAR;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(100_000, 400_000, 0.2));
    setup.ecn.put(PortClass.ofRate(RATE / 4), new EcnThresholds(100_000, 400_000, 0.2));
    setup.untilPs = 20_000 * US;
    setup.samplePeriodPs = 1_000 * US;
    setup.flows.add(0, 1, 3, 100, 3_000, 0);
    setup.flows.add(2, 1, 3, 100, 5_000, US);
    changes.forEach(change -> change.accept(setup));
    return setup.build();
  }

  /** Changes that give a setup all of the features; none where some exclude each other by themselves. */
  static Optional<List<Consumer<SetupBuilder>>> of(List<Feature> features) {
    return search(List.of(), features, 0);
  }

  private static Optional<List<Consumer<SetupBuilder>>> search(List<Consumer<SetupBuilder>> made, List<Feature> features,
      int next) {
    if (next == features.size()) {
      return Optional.of(made);
    }
    List<Feature> wanted = features.subList(0, next + 1);
    return alternatives(made, features.get(next).key()).filter(changes -> haveAll(changes, wanted))
        .flatMap(changes -> search(changes, features, next + 1).stream()).findFirst();
  }

  /** Returns the same changes, and the same with one more of the value of a key. */
  private static Stream<List<Consumer<SetupBuilder>>> alternatives(List<Consumer<SetupBuilder>> made, String key) {
    Stream<List<Consumer<SetupBuilder>>> more = changes(key).stream()
        .map(change -> Stream.concat(made.stream(), Stream.of(change)).toList());
    return Stream.concat(Stream.of(made), more);
  }

  private static boolean haveAll(List<Consumer<SetupBuilder>> changes, List<Feature> features) {
    Setup setup = setup(changes);
    FlowClass flows = setup.flowClasses().getFirst();
    return features.stream().allMatch(feature -> feature.holds(setup, flows, 0));
  }

  /**
   * Returns a setup with the features that has no problem, after changes of other values: of those that fix its first fault the best two
   * are tried, and so on; none if a few changes do not suffice.
   */
  static Optional<Setup> thatRuns(List<Consumer<SetupBuilder>> changes, List<Feature> features) {
    return mended(changes, features, MOST_MENDED);
  }

  private static Optional<Setup> mended(List<Consumer<SetupBuilder>> made, List<Feature> features, int left) {
    List<Incompatibility> faults = faults(made);
    if (faults.isEmpty() || left == 0) {
      return Optional.of(setup(made)).filter(setup -> setup.problems().isEmpty());
    }
    return faults.getFirst().features().stream().map(Feature::key).distinct().flatMap(key -> alternatives(made, key))
        .filter(some -> haveAll(some, features) && !faults(some).contains(faults.getFirst()))
        .sorted(Comparator.comparingInt(some -> faults(some).size())).limit(2)
        .flatMap(some -> mended(some, features, left - 1).stream()).findFirst();
  }

  private static List<Incompatibility> faults(List<Consumer<SetupBuilder>> changes) {
    Setup setup = setup(changes);
    FlowClass flows = setup.flowClasses().getFirst();
    return Compatibility.ALL.stream().filter(row -> row.isIn(setup, flows, 0)).toList();
  }
}
