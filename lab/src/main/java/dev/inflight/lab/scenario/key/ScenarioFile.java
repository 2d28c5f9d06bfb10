package dev.inflight.lab.scenario.key;

import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.scenario.Draft;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.code.ScenarioCode;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.scenario.switches.ProfilesText;
import dev.inflight.cc.Signal;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Reader of YAML scenarios. Only {@code topology}, and {@code flows} or {@code classes}, are required; all
 * other keys have defaults. */
public final class ScenarioFile {
  private static final String TOPOLOGY = "topology";
  private static final String FLOWS = "flows";
  /** Required keys, with values for messages. */
  private static final List<Map.Entry<String, String>> REQUIRED = List.of(Map.entry(TOPOLOGY, "leaf-spine"),
      Map.entry(FLOWS, "incast"));

  private final InputText text;
  private final Map<String, YamlNode> entries;
  private final List<Axis<?>> axes;
  private final List<ScenarioKey> keys;
  private final Faults faults = new Faults();
  /** Keys with unreadable values, so that errors due to their defaults are meaningless. */
  private final Set<String> faulty = new HashSet<>();
  private final Draft draft;
  private final SetupBuilder setup;
  private final ScenarioKey.Reading reading;

  private ScenarioFile(InputText text, YamlNode root, Draft draft, List<Axis<?>> axes) {
    this.text = text;
    this.draft = draft;
    this.axes = axes;
    setup = draft.setup;
    keys = axes.equals(Catalog.AXES) ? ScenarioKeys.declared() : ScenarioKeys.with(axes);
    entries = root.entries(ScenarioKeys.names(keys), ScenarioKeys.OPTIONS, faults);
    reading = new ScenarioKey.Reading(draft, faults, faulty::contains, entries::containsKey);
  }

  /** Returns the scenario in the file, with replacements from the command line. */
  public static Scenario read(InputText text, Overrides replacements) {
    return read(text, replacements, Catalog.AXES);
  }

  /** Reads the scenario with these axes. */
  static Scenario read(InputText text, Overrides replacements, List<Axis<?>> axes) {
    YamlNode root = YamlNode.root(text, UnaryOperator.identity());
    YamlNode code = YamlEdit.find(root, ScenarioCode.KEY);
    return code == null ? read(root, replacements, axes) : ScenarioCode.load(code).during(() -> read(root, replacements, axes));
  }

  private static Scenario read(YamlNode root, Overrides replacements, List<Axis<?>> axes) {
    InputText text = root.text();
    var file = new ScenarioFile(text,
        YamlNode.added(text, YamlEdit.apply(text, root.node(), replacements, ScenarioFile::defaults)),
        new Draft(new SetupBuilder()), axes);
    boolean keysAreKnown = file.faults.isEmpty(); // a missing key may be there under an unknown name
    for (Map.Entry<String, String> required : REQUIRED) {
      String key = required.getKey();
      boolean isInClasses = key.equals(FLOWS) && file.entries.containsKey(Scenario.CLASSES);
      if (keysAreKnown && !file.entries.containsKey(key) && !file.isSwept(key) && !isInClasses) {
        file.faults.add(root.place()
            .error("'" + key + "' is missing; a scenario needs topology and flows, as in " + key + ": " + required.getValue()));
      }
    }
    return file.scenario(new KeyLocations(text.whole(), Map.of()));
  }

  /**
   * Returns a scenario from a file of another kind, with replacements from the command line.
   *
   * @param setup values of the file
   * @param topology topology of the file
   * @param flows flows of the file
   * @param places places of the values in the file
   */
  public static Scenario over(InputText text, Overrides replacements, SetupBuilder setup, TopologyGenerator topology,
      Workload flows, KeyLocations places) {
    var draft = new Draft(setup);
    draft.topology = topology;
    draft.workloads = List.of(flows);
    YamlNode tree = YamlNode.added(text,
        YamlEdit.alone(text, replacements, key -> specs(key, bare(topology, draft.workloads, setup))));
    var options = new ScenarioFile(text, tree, draft, Catalog.AXES);
    YamlNode ecn = options.entries.get("ecn");
    if (ecn != null) {
      options.faults.add(ecn.place().error("ecn is not a key of a config.txt; set KMIN_MAP, KMAX_MAP and PMAX_MAP"));
    }
    return options.scenario(places);
  }

  /** Returns the default values of this key. */
  private static List<String> defaults(String key) {
    if (List.of(TOPOLOGY, FLOWS).contains(key)) {
      return List.of(); // it has no default
    }
    return specs(key, bare(Star.DEFAULT, List.of(), new SetupBuilder()));
  }

  private boolean isSwept(String key) {
    YamlNode swept = entries.get(SweptPlaces.NAME);
    return swept != null && swept.isMap() && SweptPlaces.of(swept, new Faults()).containsKey(key);
  }

  private static Scenario bare(TopologyGenerator topology, List<? extends Workload> workloads, SetupBuilder setup) {
    return new Scenario(Path.of(""), "", topology, List.copyOf(workloads), List.of(), NodeNaming.NONE, EnsembleMember.PLAIN,
        setup.build(), Scenario.Tables.CSV, Expectations.NONE, List.of(), List.of());
  }

  private static List<String> specs(String key, Scenario of) {
    return Catalog.AXES.stream().filter(axis -> axis.name().equals(key)).findFirst().map(axis -> axis.specs(of))
        .orElse(List.of());
  }

  private Scenario scenario(KeyLocations otherPlaces) {
    keys.stream().filter(key -> isAxis(key.name())).forEach(key -> {
      read(key);
      if (key.name().equals(TOPOLOGY)) { // later keys may refer to its nodes by name
        draft.topologyPlace = entries.containsKey(TOPOLOGY) ? entries.get(TOPOLOGY).place() : otherPlaces.of(TOPOLOGY);
        read(StructuredKeys.NAMES);
      }
    });
    if (setup.recovery.usesTcpFrames()) {
      setup.framing = Framing.TCP; // default framing for this value
    }
    List<String> apart = List.of(ClassesKey.KEY.name(), PlainKeys.RETRANSMIT_TIMEOUT.name(), StructuredKeys.NAMES.name());
    keys.stream().filter(key -> !isAxis(key.name()) && !apart.contains(key.name())).forEach(this::read);
    faults.collect(this::fitTelemetry);
    read(ClassesKey.KEY); // values that classes lack are the scenario's
    read(PlainKeys.RETRANSMIT_TIMEOUT);
    return Scenario.assemble(text.path(), draft, places(otherPlaces), faults, faulty::contains);
  }

  private boolean isAxis(String key) {
    return axes.stream().anyMatch(axis -> axis.name().equals(key));
  }

  private void read(ScenarioKey key) {
    ifSet(key.name(), value -> key.reader().read(value, reading));
  }

  private void ifSet(String key, Consumer<YamlNode> consumer) {
    YamlNode value = entries.get(key);
    int before = faults.count();
    if (value != null && (!faults.collect(() -> consumer.accept(value)) || faults.count() > before)) {
      faulty.add(key);
    }
  }

  private KeyLocations places(KeyLocations others) {
    var places = new HashMap<>(others.byKey());
    entries.forEach((key, value) -> places.put(key, value.placeOfChange()));
    ifSet(SeriesText.KEY, value -> {
      if (value.isMap()) {
        value.entries(SeriesText.LAYOUT.names())
            .forEach((part, of) -> places.put(SeriesText.KEY + "." + part, of.placeOfChange()));
      }
    });
    for (String list : List.of(FLOWS, Scenario.CLASSES)) {
      ifSet(list, value -> {
        List<YamlNode> items = value.isList() ? value.items() : List.of(value);
        for (int at = 0; at < items.size(); at++) {
          places.put(KeyLocations.entryKey(list, at), items.get(at).placeOfChange());
        }
      });
    }
    for (int at = 0; at < draft.eventPlaces.size(); at++) { // events after one with an error have other numbers than their entries
      places.put(KeyLocations.entryKey("events", at), draft.eventPlaces.get(at));
    }
    String ecn = StructuredKeys.ECN.name();
    if (!faulty.contains(ecn)) {
      ifSet(ecn, value -> EcnText.places(value).forEach((of, place) -> places.put(EcnText.key(of), place)));
    }
    if (!faulty.contains(ProfilesText.KEY)) {
      ifSet(ProfilesText.KEY,
          value -> ProfilesText.places(value).forEach((of, place) -> places.put(ProfilesText.key(of), place)));
    }
    ifSet("scheme", value -> {
      if (value.isOption()) {
        places.putIfAbsent("telemetry", value.place());
      }
    });
    return new KeyLocations(others.whole(), places);
  }

  /** Adds the authors' telemetry to the reference framing, and IPv6 to telemetry in an IPv6 header. */
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
      throw telemetry.place().error("the scheme " + setup.scheme.name() + " uses no telemetry");
    }
    boolean framingMayFollow = framing == null || telemetry.isOption() && !framing.isOption();
    if (setup.telemetry.placement().needsIpv6() && framingMayFollow) {
      setup.framing = setup.framing.overIpv6();
    }
  }
}
