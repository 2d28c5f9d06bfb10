package dev.inflight.lab.scenario;

import dev.inflight.cc.Signal;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Spec;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads a scenario in YAML. Only {@code topology} and {@code flows} must be there; everything else has a default. */
public final class ScenarioFile {
  /** The fabric counts the bytes of a buffer in 32 bits. */
  static final long MAX_BUFFER_BYTES = Integer.MAX_VALUE;

  private final InputText text;
  private final Map<String, YamlNode> entries;
  private final List<Axis<?>> axes;
  private final Faults faults = new Faults();
  /** Keys that are set but could not be read, so that what follows from their defaults says nothing. */
  private final Set<String> faulty = new HashSet<>();
  private final Draft draft;
  private final SetupBuilder setup;

  private ScenarioFile(InputText text, YamlNode root, Draft draft, List<Axis<?>> axes) {
    this.text = text;
    this.draft = draft;
    this.axes = axes;
    setup = draft.setup;
    entries = root.entries(ScenarioKeys.with(axes), ScenarioKeys.OPTIONS, faults);
  }

  /** The scenario that the file describes, with what the command line says in its place. */
  public static Scenario read(InputText text, Overrides replacements) {
    return read(text, replacements, Catalog.AXES);
  }

  /** The same, where scenarios have these axes. */
  static Scenario read(InputText text, Overrides replacements, List<Axis<?>> axes) {
    var file = new ScenarioFile(text, YamlNode.root(text, tree -> YamlEdit.apply(tree, replacements)),
        new Draft(new SetupBuilder()),
        axes);
    boolean keysAreKnown = file.faults.isEmpty(); // else what is missing may be there under a wrong name
    for (String key : List.of("topology", "flows")) {
      if (keysAreKnown && !file.entries.containsKey(key)) {
        boolean onlyInClasses = key.equals("flows") && file.entries.containsKey(Scenario.CLASSES);
        file.faults.add(text.whole().error("'" + key + "' is missing; a scenario needs topology and flows"
            + (onlyInClasses ? ", and where all flows are in classes, flows: []" : "")));
      }
    }
    return file.scenario(new KeyLocations(text.whole(), Map.of()));
  }

  /**
   * A scenario from a file of another kind, with what the command line says in its place.
   *
   * @param setup what the file says
   * @param topology its topology
   * @param flows its flows
   * @param places where the file says it
   */
  public static Scenario over(InputText text, Overrides replacements, SetupBuilder setup, TopologyGenerator topology,
      Workload flows,
      KeyLocations places) {
    var draft = new Draft(setup);
    draft.topology = topology;
    draft.workloads = List.of(flows);
    var options = new ScenarioFile(text, YamlNode.added(text, YamlEdit.alone(replacements)), draft, Catalog.AXES);
    YamlNode ecn = options.entries.get("ecn");
    if (ecn != null) {
      options.faults
          .add(ecn.place().error("a config.txt has its thresholds in KMIN_MAP, KMAX_MAP and PMAX_MAP; set those"));
    }
    return options.scenario(places);
  }

  private Scenario scenario(KeyLocations otherPlaces) {
    ifSet("name", value -> draft.name = value.text(ScenarioValues::name));
    for (Axis<?> axis : axes) {
      ifSet(axis.name(), value -> axis.read(value, draft, faults));
    }
    readTraffic();
    readRules();
    faults.collect(this::fitTelemetry);
    readClasses();
    readAcks();
    readSample();
    ifSet("series", value -> setup.series = SeriesText.read(value));
    ifSet("tables", value -> draft.tables = ScenarioValues.constant(value, Scenario.Tables.values()));
    readEcn();
    readEvents();
    faults.throwIfAny(); // what must hold between keys is told once each of them is read
    return Scenario.assemble(text.path(), draft, places(otherPlaces));
  }

  private void ifSet(String key, Consumer<YamlNode> reading) {
    set(entries, key, reading);
  }

  private void set(Map<String, YamlNode> entry, String key, Consumer<YamlNode> reading) {
    YamlNode value = entry.get(key);
    if (value != null && !faults.collect(() -> reading.accept(value))) {
      faulty.add(key);
    }
  }

  private KeyLocations places(KeyLocations others) {
    var places = new HashMap<>(others.byKey());
    entries.forEach((key, value) -> places.put(key, value.place()));
    for (String list : List.of("flows", "events", Scenario.CLASSES)) {
      ifSet(list, value -> {
        List<YamlNode> items = value.isList() ? value.items() : List.of(value);
        for (int at = 0; at < items.size(); at++) {
          places.put(KeyLocations.entryKey(list, at), items.get(at).place());
        }
      });
    }
    ifSet("scheme", value -> {
      if (value.isOption()) {
        places.putIfAbsent("telemetry", value.place());
      }
    });
    return new KeyLocations(others.whole(), places);
  }

  private void readTraffic() {
    ifSet("seed", value -> setup.seed = value.whole(Long.MIN_VALUE, Long.MAX_VALUE));
    ifSet("until", value -> setup.untilPs = value.text(ScenarioValues::timeOrUnlimited));
    ifSet("payload", value -> setup.payloadBytes = (int) ScenarioValues.size(value, Framing.LARGEST_PAYLOAD_BYTES));
    readRetransmitTimeout();
    ifSet("paced", value -> setup.paced = ScenarioValues.flag(value));
    ifSet("globalBaseRtt", value -> setup.globalBaseRtt = ScenarioValues.flag(value));
  }

  private void readRetransmitTimeout() {
    ifSet("retransmitTimeout", value -> {
      String own = setup.recovery.ownWaits();
      if (own != null) {
        String name = setup.recovery.name();
        throw value.place().error("recovery " + name + " has waits of its own, and retransmitTimeout is that of "
            + GoBackN.DEFAULT.name() + "; set " + name + "(" + own + ")");
      }
      setup.retransmitTimeoutPs = ScenarioValues.positiveTime(value);
      if (setup.retransmitTimeoutPs > Recovery.LONGEST_WAIT_PS) {
        throw value.place().error("retransmitTimeout of " + Units.formatTime(setup.retransmitTimeoutPs) + " is above 1000s");
      }
    });
  }

  private void readRules() {
    ifSet("buffer", value -> setup.bufferBytes = ScenarioValues.size(value, MAX_BUFFER_BYTES));
    if (setup.recovery.usesTcpFrames()) {
      setup.framing = Framing.TCP; // unless it says otherwise
    }
    ifSet("framing", value -> setup.framing = ScenarioValues.constant(value, Framing.values()));
    ifSet("clock", value -> setup.clock = ScenarioValues.constant(value, SerialisationTime.values()));
    ifSet("ties", value -> setup.ties = ScenarioValues.constant(value, TieOrder.values()));
    ifSet("pfc", value -> setup.pfc = ScenarioValues.flag(value));
    ifSet("egressAlpha", this::readEgressAlpha);
    ifSet("trim", value -> setup.trim = ScenarioValues.flag(value));
    ifSet("sealTelemetry", value -> setup.sealTelemetry = ScenarioValues.flag(value));
    ifSet("lossRate", value -> setup.lossRate = value.text(word -> Units.fraction("lossRate", word)));
  }

  private void readEgressAlpha(YamlNode value) {
    if (setup.pfc && !faulty.contains("pfc")) {
      throw value.place().error("egressAlpha is the threshold above which switches without PFC drop; set pfc: false");
    }
    setup.egressAlpha = value.text(word -> {
      double alpha = Units.real("egressAlpha", word);
      if (alpha <= 0) {
        throw new IllegalArgumentException("egressAlpha must be above 0");
      }
      return alpha;
    });
  }

  /** The reference framing brings the authors' telemetry along, and telemetry in an IPv6 header brings IPv6. */
  private void fitTelemetry() {
    YamlNode framing = entries.get("framing");
    YamlNode telemetry = entries.get("telemetry");
    if (telemetry == null) {
      if (framing != null && setup.profile().carriesAuthorsTelemetry()) {
        setup.telemetry = AuthorsFormat.DEFAULT;
      }
      return;
    }
    if (telemetry.isOption() && !setup.scheme.signals().contains(Signal.HOPS)) {
      throw telemetry.place().error("the scheme " + setup.scheme.name() + " hears no telemetry");
    }
    boolean framingMayFollow = framing == null || telemetry.isOption() && !framing.isOption();
    if (setup.telemetry.placement().needsIpv6() && framingMayFollow) {
      setup.framing = setup.framing.overIpv6();
    }
  }

  /** Classes of flows, which take from the rest of the scenario what they do not say themselves. */
  private void readClasses() {
    ifSet(Scenario.CLASSES, value -> {
      List<YamlNode> items = value.items();
      if (items.size() > FlowTable.MOST_CLASSES) {
        throw value.place().error("there are " + items.size() + " classes; at most " + FlowTable.MOST_CLASSES + " are allowed");
      }
      items.forEach(item -> faults.collect(() -> addClass(item)));
    });
  }

  private void addClass(YamlNode item) {
    Scenario.ClassOfFlows one = classOfFlows(item);
    String called = one.rules().name();
    if (draft.classes.stream().anyMatch(before -> before.rules().name().equals(called))) {
      throw item.place().error("a second class is called " + called);
    }
    draft.classes.add(one);
  }

  private Scenario.ClassOfFlows classOfFlows(YamlNode item) {
    Map<String, YamlNode> entry = item.called("an entry of " + Scenario.CLASSES).entries(ScenarioKeys.CLASS);
    for (String key : List.of("name", "flows")) {
      if (!entry.containsKey(key)) {
        throw item.place()
            .error("'" + key + "' is missing in " + Scenario.CLASSES + "; an entry needs name and flows, and may have "
                + "scheme, telemetry and group");
      }
    }
    YamlNode scheme = entry.get("scheme");
    YamlNode telemetry = entry.get("telemetry");
    YamlNode group = entry.get(Scenario.GROUP);
    var rules = new FlowClass(get(entry, "name").text(ScenarioValues::className),
        scheme == null ? setup.scheme : Axis.bind(Catalog.SCHEMES, scheme),
        telemetry == null ? setup.telemetry : Axis.bind(Catalog.TELEMETRY, telemetry));
    TelemetryFormat carried = rules.carried();
    if (carried != null && carried.placement().needsIpv6() && !entries.containsKey("framing")) {
      setup.framing = setup.framing.overIpv6();
    }
    YamlNode flows = get(entry, "flows");
    int groupOfAll = group == null ? 0 : (int) group.whole(1, 7);
    List<Workload> workloads = (flows.isList() ? flows.items() : List.of(flows)).stream()
        .map(one -> workloadOfClass(one, rules.name(), groupOfAll)).toList();
    return new Scenario.ClassOfFlows(rules, groupOfAll, workloads);
  }

  /** A workload that says its group must not say another one than its class. */
  private static Workload workloadOfClass(YamlNode written, String className, int groupOfAll) {
    Workload workload = Axis.bind(Catalog.WORKLOADS, written);
    Spec said = written.text(word -> Spec.parse(word, written.place()));
    if (groupOfAll > 0 && said.arguments().keySet().stream().anyMatch(Scenario.GROUP::equalsIgnoreCase)) {
      String own = Spec.parse(Catalog.WORKLOADS.describe(workload), written.place()).arguments().get(Scenario.GROUP);
      if (!Integer.toString(groupOfAll).equals(own)) {
        throw written.place().error(workload.name() + " is of group " + own + ", and its class " + className
            + " is of group " + groupOfAll + "; set one of them");
      }
    }
    return workload;
  }

  private void readAcks() {
    ifSet("acks", value -> {
      Map<String, YamlNode> acks = value.entries(ScenarioKeys.ACKS);
      if (setup.recovery.decidesAcks() && (acks.containsKey("every") || acks.containsKey("delay"))) {
        throw value.place().error("recovery tcp says itself when receivers acknowledge; set tcp(ackEvery=..., delayedAck=...)");
      }
      set(acks, "every", every -> setup.ackEveryPackets = (int) every.whole(1, Integer.MAX_VALUE));
      set(acks, "delay", delay -> setup.ackDelayPs = ScenarioValues.positiveTime(delay));
      set(acks, "ignorePause", ignore -> setup.acksIgnorePause = ScenarioValues.flag(ignore));
    });
  }

  private void readSample() {
    ifSet("sample", value -> {
      Map<String, YamlNode> sample = value.entries(ScenarioKeys.SAMPLE);
      set(sample, "from",
          from -> setup.sampleFromPs = from.text(word -> word.equals(ScenarioValues.FIRST_FLOW) ? -1L : Units.time(word)));
      set(sample, "until", until -> setup.sampleUntilPs = until.text(ScenarioValues::timeOrUnlimited));
      if (setup.sampleUntilPs < setup.sampleFromPs) {
        throw value.place().error("samples until " + Units.formatTime(setup.sampleUntilPs) + " end before they begin, at "
            + Units.formatTime(setup.sampleFromPs));
      }
      set(sample, "every", every -> setup.samplePeriodPs = ScenarioValues.positiveTime(every));
    });
  }

  private void readEcn() {
    ifSet("ecn", value -> {
      var marking = new TreeMap<Long, EcnThresholds>();
      value.items().forEach(item -> faults.collect(() -> addThresholds(item, marking)));
      setup.ecn = marking;
    });
  }

  private static void addThresholds(YamlNode item, Map<Long, EcnThresholds> marking) {
    Map<String, YamlNode> entry = item.allEntries(List.of("rate", "kmin", "kmax", "pmax"));
    long rate = get(entry, "rate").text(Units::rate);
    long kMin = get(entry, "kmin").text(Units::size);
    long kMax = get(entry, "kmax").text(Units::size);
    double pMax = get(entry, "pmax").text(word -> Units.real("pmax", word));
    if (marking.put(rate, item.place().check(() -> new EcnThresholds(kMin, kMax, pMax))) != null) {
      throw item.place().error("ecn has two entries for " + Units.formatRate(rate));
    }
  }

  private void readEvents() {
    ifSet("events", value -> value.items().forEach(item -> faults.collect(() -> setup.linkEvents.add(event(item)))));
  }

  private static LinkEvent event(YamlNode item) {
    Map<String, YamlNode> event = item.allEntries(List.of("at", "link", "state"));
    long at = get(event, "at").text(Units::time);
    List<YamlNode> ends = get(event, "link").items();
    if (ends.size() != 2) {
      throw get(event, "link").place().error("link must be a list of two nodes, found " + ends.size());
    }
    int a = (int) ends.get(0).whole(0, Integer.MAX_VALUE);
    int b = (int) ends.get(1).whole(0, Integer.MAX_VALUE);
    boolean up = get(event, "state").text(ScenarioValues::isUp);
    return new LinkEvent(at, a, b, up);
  }

  private static YamlNode get(Map<String, YamlNode> entry, String key) {
    return Objects.requireNonNull(entry.get(key));
  }
}
