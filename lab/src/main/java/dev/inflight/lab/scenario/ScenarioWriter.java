package dev.inflight.lab.scenario;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.spec.Spec;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a scenario in YAML with every value stated, defaults too, so that reading it back gives the same setup. */
public final class ScenarioWriter {
  /** Behind all others, because they may be long. */
  private static final List<String> LISTS = List.of("ecn", "events", Scenario.CLASSES);

  private final Map<String, String> values = new HashMap<>();

  private ScenarioWriter() {
  }

  /** The scenario as a YAML file. */
  public static String write(Scenario scenario) {
    return write(scenario, Catalog.AXES);
  }

  /** The same, where scenarios have these axes. */
  static String write(Scenario scenario, List<Axis<?>> axes) {
    var writer = new ScenarioWriter();
    writer.key("name", quote(scenario.name()));
    axes.forEach(axis -> writer.axis(axis, scenario));
    writer.rules(scenario.setup());
    writer.key("tables", EnumNames.of(scenario.tables()));
    writer.lists(scenario.setup());
    if (!scenario.classes().isEmpty()) {
      writer.list(Scenario.CLASSES, scenario.classes().stream().map(ScenarioWriter::classOfFlows).toList());
    }
    return writer.inOrder(ScenarioKeys.with(axes));
  }

  private String inOrder(List<String> keys) {
    var yaml = new StringBuilder();
    Stream.concat(keys.stream().filter(key -> !LISTS.contains(key)), LISTS.stream()).filter(values::containsKey)
        .forEach(key -> yaml.append(key).append(':').append(values.get(key)).append('\n'));
    return yaml.toString();
  }

  private void axis(Axis<?> axis, Scenario scenario) {
    List<String> specs = axis.specs(scenario).stream().map(ScenarioWriter::quote).toList();
    if (axis.place().takesList()) {
      list(axis.name(), specs);
    } else {
      key(axis.name(), specs.getFirst());
    }
  }

  private void rules(Setup setup) {
    key("seed", setup.seed);
    key("until", time(setup.untilPs));
    key("payload", setup.payloadBytes + "B");
    key("buffer", Units.formatSize(setup.bufferBytes));
    key("framing", EnumNames.of(setup.framing));
    key("clock", EnumNames.of(setup.clock));
    key("ties", EnumNames.of(setup.ties));
    key("pfc", setup.pfc);
    if (!setup.pfc) {
      key("egressAlpha", Units.formatReal(setup.egressAlpha));
      key("trim", setup.trim);
    }
    String when = setup.recovery.decidesAcks()
        ? ""
        : "every: " + setup.ackEveryPackets + ", delay: " + Units.formatTime(setup.ackDelayPs) + ", ";
    key("acks", "{" + when + "ignorePause: " + setup.acksIgnorePause + "}");
    if (setup.recovery.ownWaits() == null) {
      key("retransmitTimeout", Units.formatTime(setup.retransmitTimeoutPs));
    }
    key("paced", setup.paced);
    key("globalBaseRtt", setup.globalBaseRtt);
    key("sealTelemetry", setup.sealTelemetry);
    key("lossRate", Units.formatReal(setup.lossRate));
    String from = setup.sampleFromPs < 0 ? ScenarioValues.FIRST_FLOW : Units.formatTime(setup.sampleFromPs);
    key("sample", "{from: " + from + ", until: " + time(setup.sampleUntilPs) + ", every: "
        + Units.formatTime(setup.samplePeriodPs) + "}");
    key("series", SeriesText.write(setup.series));
  }

  private void lists(Setup setup) {
    var thresholds = new ArrayList<String>();
    setup.ecn.forEach((rate, marks) -> thresholds.add(EcnDefaults.entry(rate, marks)));
    list("ecn", thresholds);
    list("events", setup.linkEvents.stream().map(ScenarioWriter::event).toList());
  }

  private static String classOfFlows(Scenario.ClassOfFlows one) {
    String flows = one.workloads().stream().map(workload -> quote(workloadOfClass(workload, one.group())))
        .collect(Collectors.joining(", "));
    return "{name: " + quote(one.rules().name()) + ", scheme: " + quote(Axis.spec(Catalog.SCHEMES, one.rules().scheme()))
        + ", telemetry: " + quote(Axis.spec(Catalog.TELEMETRY, one.rules().telemetry()))
        + (one.group() > 0 ? ", group: " + one.group() : "") + ", flows: [" + flows + "]}";
  }

  /** A class that has a group says it for all its workloads. */
  private static String workloadOfClass(Workload workload, int groupOfAll) {
    Spec spec = Spec.parse(Axis.spec(Catalog.WORKLOADS, workload), SourceLocation.of(Scenario.CLASSES));
    var arguments = new LinkedHashMap<>(spec.arguments());
    if (groupOfAll > 0) {
      arguments.remove(Scenario.GROUP);
    }
    return new Spec(spec.name(), arguments).format();
  }

  private static String event(LinkEvent event) {
    return "{at: " + Units.formatTime(event.atPs()) + ", link: [" + event.a() + ", " + event.b() + "], state: "
        + (event.up() ? "up" : "down") + "}";
  }

  private void key(String key, Object value) {
    values.put(key, " " + value);
  }

  private void list(String key, List<String> entries) {
    values.put(key, entries.isEmpty() ? " []" : entries.stream().map(entry -> "\n  - " + entry).collect(Collectors.joining()));
  }

  private static String time(long ps) {
    return ps == Long.MAX_VALUE ? ScenarioValues.UNLIMITED : Units.formatTime(ps);
  }

  private static String quote(String text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return "'" + text.replace("'", "''") + "'";
    }
    var quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (Character.isISOControl(c)) {
        quoted.append("\\x%02x".formatted((int) c));
      } else {
        quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
