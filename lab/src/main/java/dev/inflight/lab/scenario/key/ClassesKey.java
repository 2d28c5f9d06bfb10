package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.net.link.Framing;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.lab.spec.Layout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Declaration of {@code classes}: flows with their own scheme, telemetry and transport; other values are the scenario's. */
final class ClassesKey {
  static final ScenarioKey KEY = new ScenarioKey(Scenario.CLASSES,
      "additional flows, with their own scheme, telemetry and transport", ClassesKey::shape, false, layout(), ClassesKey::read,
      ClassesKey::write);

  private static final String RECOVERY = "recovery";
  private static final String CARRIER = "telemetryPackets";
  private static final String FEEDBACK = "feedback";
  private static final String PATHS = "paths";
  private static final String FRAMING = "framing";
  private static final List<String> OPTIONAL = List.of("scheme", "telemetry", CARRIER, FEEDBACK, PATHS, RECOVERY, FRAMING,
      Scenario.PRIORITY);
  private static final List<String> ENTRIES = Stream.of(List.of("name"), OPTIONAL, List.of("flows")).flatMap(List::stream)
      .toList();
  /** All framings except the authors', which apply to all flows of a run or to none. */
  private static final List<Framing> FRAMINGS = List.of(Framing.ROCEV2, Framing.ROCEV2_IPV6, Framing.TCP, Framing.TCP_IPV6);

  private ClassesKey() {
  }

  private static Layout layout() {
    var workloads = new Layout.Items(new Layout.Named(Catalog.WORKLOADS));
    return new Layout.Items(Layout.entries("name", Layout.VALUE, "scheme", new Layout.Named(Catalog.SCHEMES), "telemetry",
        new Layout.Named(Catalog.TELEMETRY), CARRIER, new Layout.Named(Catalog.CARRIERS), FEEDBACK,
        new Layout.Named(Catalog.REPORTS), PATHS, new Layout.Named(Catalog.PATHS), RECOVERY, new Layout.Named(Catalog.RECOVERIES),
        FRAMING, Layout.VALUE, Scenario.PRIORITY, Layout.VALUE, "flows", workloads));
  }

  private static Shape shape() {
    Shape workload = Shape.spec(Catalog.WORKLOADS);
    return Shape.list(Shape.map(List.of("name", "flows"),
        StructuredKeys.entries("name",
            Shape.pattern("[A-Za-z0-9_.-]{1,64}", "training").described("name of the class in results"), "scheme",
            shape(Catalog.SCHEMES, "congestion control of the class"), "telemetry",
            shape(Catalog.TELEMETRY, "telemetry format of the class"), CARRIER,
            shape(Catalog.CARRIERS, "packets of the class that carry telemetry"), FEEDBACK,
            shape(Catalog.REPORTS, "packets that return telemetry of the class"), PATHS,
            shape(Catalog.PATHS, "paths of the packets of a flow"), RECOVERY, shape(Catalog.RECOVERIES, "recovery from losses"),
            FRAMING,
            Shape.words(FRAMINGS.toArray(Framing[]::new))
                .described("frames of the class, of TCP if its recovery is; if omitted, the scenario's").orSweep(),
            Scenario.PRIORITY, Shape.whole(1, 7).described("priority of all its flows; if omitted, each workload's").orSweep(),
            "flows", Shape.anyOf(workload, Shape.list(workload.orSweep())))));
  }

  private static Shape shape(SpecBinder<?> binder, String what) {
    return Shape.spec(binder).described(what + "; if omitted, the scenario's").orSweep();
  }

  private static void read(YamlNode value, ScenarioKey.Reading reading) {
    List<YamlNode> items = value.items();
    if (items.size() > FlowTable.MOST_CLASSES) {
      throw value.place().error("there are " + items.size() + " classes; at most " + FlowTable.MOST_CLASSES + " are allowed");
    }
    items.forEach(item -> reading.faults().collect(() -> add(item, reading)));
  }

  private static void add(YamlNode item, ScenarioKey.Reading reading) {
    Scenario.ClassOfFlows one = classOfFlows(item, reading);
    String called = one.rules().name();
    if (reading.draft().classes.stream().anyMatch(before -> before.rules().name().equals(called))) {
      throw item.place().error("two classes have the name " + called);
    }
    reading.draft().classes.add(one);
  }

  private static Scenario.ClassOfFlows classOfFlows(YamlNode item, ScenarioKey.Reading reading) {
    Map<String, YamlNode> entry = item.called("an entry of " + Scenario.CLASSES).entries(ENTRIES);
    for (String key : List.of("name", "flows")) {
      if (!entry.containsKey(key)) {
        throw item.place().error("'" + key + "' is missing in " + Scenario.CLASSES + "; an entry needs name, flows; optional: "
            + String.join(", ", OPTIONAL));
      }
    }
    SetupBuilder setup = reading.setup();
    YamlNode scheme = entry.get("scheme");
    YamlNode telemetry = entry.get("telemetry");
    YamlNode priority = entry.get(Scenario.PRIORITY);
    var rules = new FlowClass(StructuredKeys.get(entry, "name").text(ScenarioValues::className),
        scheme == null ? setup.scheme : Axis.bind(Catalog.SCHEMES, scheme),
        telemetry == null ? setup.telemetry : Axis.bind(Catalog.TELEMETRY, telemetry), own(entry));
    TelemetryFormat carried = rules.carried();
    if (carried != null && carried.placement().needsIpv6() && rules.own().framing() == null && !reading.isSet().test("framing")) {
      setup.framing = setup.framing.overIpv6();
    }
    YamlNode flows = StructuredKeys.get(entry, "flows");
    int priorityOfAll = priority == null ? 0 : (int) priority.whole(1, 7);
    List<Workload> workloads = (flows.isList() ? flows.items() : List.of(flows)).stream()
        .map(one -> workload(one, rules.name(), priorityOfAll, reading.draft()::node)).toList();
    return new Scenario.ClassOfFlows(rules, priorityOfAll, workloads);
  }

  private static FlowClass.Own own(Map<String, YamlNode> entry) {
    YamlNode framing = entry.get(FRAMING);
    return new FlowClass.Own(framing == null ? null : ScenarioValues.constant(framing, FRAMINGS.toArray(Framing[]::new)),
        bound(Catalog.RECOVERIES, entry.get(RECOVERY)), bound(Catalog.CARRIERS, entry.get(CARRIER)),
        bound(Catalog.REPORTS, entry.get(FEEDBACK)), bound(Catalog.PATHS, entry.get(PATHS)));
  }

  private static <T> @Nullable T bound(SpecBinder<T> binder, @Nullable YamlNode value) {
    return value == null ? null : Axis.bind(binder, value);
  }

  /** Reads a workload. If it has a priority, it must be its class's. */
  private static Workload workload(YamlNode written, String className, int priorityOfAll, ToIntFunction<String> nodes) {
    Workload workload = Axis.bind(Catalog.WORKLOADS, written, nodes);
    Spec said = written.text(word -> Spec.parse(word, written.place()));
    if (priorityOfAll > 0 && said.arguments().keySet().stream().anyMatch(Scenario.PRIORITY::equalsIgnoreCase)) {
      String own = Spec.parse(Catalog.WORKLOADS.describe(workload), written.place()).arguments().get(Scenario.PRIORITY);
      if (!Integer.toString(priorityOfAll).equals(own)) {
        throw written.place().error(workload.name() + " is of priority " + own + ", and its class " + className
            + " is of priority " + priorityOfAll + "; set one of them");
      }
    }
    return workload;
  }

  private static @Nullable String write(Scenario scenario) {
    return scenario.classes().isEmpty() ? null : YamlText.list(scenario.classes().stream().map(ClassesKey::write).toList());
  }

  private static String write(Scenario.ClassOfFlows one) {
    String flows = one.workloads().stream().map(workload -> YamlText.quote(write(workload, one.priority())))
        .collect(Collectors.joining(", "));
    FlowClass.Own own = one.rules().own();
    return "{name: " + YamlText.quote(one.rules().name()) + ", scheme: "
        + YamlText.quote(Axis.spec(Catalog.SCHEMES, one.rules().scheme())) + ", telemetry: "
        + YamlText.quote(Axis.spec(Catalog.TELEMETRY, one.rules().telemetry()))
        + written(CARRIER, Catalog.CARRIERS, own.telemetryPackets()) + written(FEEDBACK, Catalog.REPORTS, own.feedback())
        + written(PATHS, Catalog.PATHS, own.paths()) + written(RECOVERY, Catalog.RECOVERIES, own.recovery())
        + (own.framing() == null ? "" : ", framing: " + EnumNames.of(own.framing()))
        + (one.priority() > 0 ? ", priority: " + one.priority() : "") + ", flows: [" + flows + "]}";
  }

  private static <T> String written(String key, SpecBinder<T> binder, @Nullable T own) {
    return own == null ? "" : ", " + key + ": " + YamlText.quote(Axis.spec(binder, own));
  }

  /** Writes a workload; the priority of a class applies to all its workloads. */
  private static String write(Workload workload, int priorityOfAll) {
    Spec spec = Spec.parse(Axis.spec(Catalog.WORKLOADS, workload), SourceLocation.of(Scenario.CLASSES));
    var arguments = new LinkedHashMap<>(spec.arguments());
    if (priorityOfAll > 0) {
      arguments.remove(Scenario.PRIORITY);
    }
    return new Spec(spec.name(), arguments).format();
  }
}
