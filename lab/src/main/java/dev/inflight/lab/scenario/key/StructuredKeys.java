package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.code.ScenarioCode;
import dev.inflight.lab.scenario.event.EventStates;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.lab.scenario.switches.CnpText;
import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.scenario.switches.ProfilesText;
import dev.inflight.lab.scenario.switches.TrimText;
import dev.inflight.lab.scenario.switches.WatchdogText;
import dev.inflight.lab.scenario.names.NamesFile;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.lab.scenario.switches.PfcText;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.spec.Layout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Declarations of keys with entries in their values. */
final class StructuredKeys {
  private static final String PROMPT_FROM = "promptFrom";

  static final ScenarioKey ECN = list("ecn", "marking thresholds by kind of port; if omitted, defaults if the scheme needs them",
      EcnText::shape, EcnText.LAYOUT, (value, reading) -> reading.setup().ecn = EcnText.read(value, reading.faults()),
      setup -> EcnText.write(setup.ecn()));

  static final ScenarioKey PFC_WATCHDOG = new ScenarioKey("pfcWatchdog",
      "reaction of switches to queues that are paused without end (a storm); if omitted, none",
      () -> Shape.anyOf(Shape.words(List.of("none")), Shape.map(List.of(), entries("detect", Shape.TIME.described(
          "time after which a paused queue that sends nothing is in a storm, up to 1000s; if omitted, 200ms").orSweep(),
          "restore",
          Shape.TIME.described("time after which a storm is over if no pause arrives, up to 1000s; if omitted, 200ms").orSweep(),
          "poll", Shape.TIME.described(
              "time between two checks of a paused port, up to detect; if omitted, 100ms, or half of detect if that is less")
              .orSweep(),
          "action",
          Shape.words(PfcWatchdog.Action.values()).described("treatment of the queue's packets in a storm; if omitted, drop")
              .orSweep()))),
      false, WatchdogText.LAYOUT, (value, reading) -> reading.setup().pfcWatchdog = WatchdogText.read(value, reading.faults()),
      scenario -> WatchdogText.write(scenario.setup().pfcWatchdog()));

  static final ScenarioKey PFC_PRIORITIES = new ScenarioKey("pfcPriorities",
      "with PFC: the lossless priorities; egressAlpha limits the queues of the others; if omitted, all",
      () -> Shape.anyOf(Shape.words(List.of(PfcText.ALL)), Shape.list(Shape.whole(1, Packet.PRIORITIES - 1))), false,
      new Layout.Items(Layout.VALUE),
      (value, reading) -> reading.setup().pfcRules = reading.setup().pfcRules.with(PfcText.priorities(value)),
      scenario -> PfcText.writePriorities(scenario.setup()));

  static final ScenarioKey BUFFER_PROFILES = new ScenarioKey(ProfilesText.KEY,
      "pfcProfile of single lossless priorities, and egressAlpha of lossy ones; other priorities have the scenario's",
      () -> Shape.list(ProfilesText.shape(Catalog.PFC_PROFILES)), false,
      new Layout.Items(ProfilesText.layout(Catalog.PFC_PROFILES)),
      (value,
          reading) -> reading.setup().pfcRules = reading.setup().pfcRules
              .with(ProfilesText.read(value, reading.faults(), one -> Axis.bind(Catalog.PFC_PROFILES, one))),
      scenario -> YamlText.listIfAny(
          ProfilesText.write(scenario.setup(), profile -> YamlText.quote(Axis.spec(Catalog.PFC_PROFILES, profile)))));

  static final ScenarioKey PAUSE_RESPONSE = new ScenarioKey("pauseResponse",
      "with PFC: how long ports continue to start packets after the arrival of a pause frame, up to 1ms; if omitted, 0",
      () -> Shape.anyOf(responseTime(),
          Shape.map(List.of(),
              entries("switches", responseTime().described("for ports of switches").orSweep(), "nics",
                  responseTime().described("for NICs of hosts").orSweep()))),
      false, PfcText.LAYOUT,
      (value, reading) -> reading.setup().pfcRules = reading.setup().pfcRules.with(PfcText.response(value, reading.faults())),
      scenario -> PfcText.writeResponse(scenario.setup()));

  static final ScenarioKey TRIM = new ScenarioKey("trim",
      "without PFC: whether switches trim packets to their headers instead of dropping them, with size, DSCP and destination of"
          + " the headers",
      TrimText::shape, true, TrimText.LAYOUT, (value, reading) -> reading.setup().trim = TrimText.read(value, reading.faults()),
      scenario -> TrimText.write(scenario.setup().trim()));

  static final ScenarioKey CNP = new ScenarioKey("cnp",
      "congestion notification packets of receiving NICs after ECN marks, for schemes that use them", CnpText::shape, false,
      CnpText.LAYOUT, (value, reading) -> reading.setup().cnp = CnpText.read(value, reading.faults()),
      scenario -> CnpText.write(scenario.setup().cnp()));

  static final ScenarioKey ENSEMBLE = new ScenarioKey(EnsembleMember.KEY,
      "member of an ensemble of runs with cable delays that differ by a few picoseconds; if omitted, member 0 with unchanged"
          + " cables",
      () -> Shape
          .map(List.of(),
              entries(EnsembleMember.MEMBER,
                  Shape.whole(0, EnsembleMember.MOST_MEMBERS - 1).described("number of the member; 0: no cable is changed")
                      .orSweep(),
                  EnsembleMember.JITTER,
                  Shape.TIME.described("largest additional delay of a cable, 1ps to 1us; if omitted, 7ps").orSweep())),
      false, Layout.values(EnsembleMember.MEMBER, EnsembleMember.JITTER),
      (value, reading) -> reading.draft().ensemble = readEnsemble(value, reading.faults()),
      scenario -> scenario.ensemble().isPlain() ? null : scenario.ensemble().written());

  static final ScenarioKey ACKS = map("acks", "when receivers acknowledge",
      Layout.values("every", "delay", PROMPT_FROM, "ignorePause"),
      () -> entries("every", fromOne().described("packets per acknowledgement").orSweep(), "delay",
          Shape.TIME
              .described("longest delay of an acknowledgement after the first unacknowledged packet, up to 1000s").orSweep(),
          PROMPT_FROM,
          Shape.number(PromptAcks.LEAST, PromptAcks.MOST)
              .described("congestion from which packets are acknowledged at once: 1 + q / (B T) of a path's longest queue q, at"
                  + " bandwidth B and base RTT T; needs every of 2 or more, and limits delay to T / 4")
              .orSweep(),
          "ignorePause", Shape.FLAG.described("whether acknowledgements leave even if their priority is paused").orSweep()),
      List.of(), StructuredKeys::readAcks, StructuredKeys::writeAcks);

  static final ScenarioKey SAMPLE = map("sample", "when queues are sampled, for the quantiles of the summary",
      Layout.values("from", "until", "every"),
      () -> entries("from",
          Shape.anyOf(Shape.words(List.of(ScenarioValues.FIRST_FLOW)), Shape.TIME).described("first sample").orSweep(), "until",
          Form.TIME_OR_UNLIMITED.shape().get().described("last sample").orSweep(), "every",
          Shape.TIME.described("time between samples").orSweep()),
      List.of(), StructuredKeys::readSample, StructuredKeys::writeSample);

  static final ScenarioKey SERIES = new ScenarioKey("series", "state of flows, ports and ranks over time",
      StructuredKeys::seriesShape, false, SeriesText.LAYOUT,
      (value, reading) -> reading.setup().series = SeriesText.read(value, reading.draft()::node),
      scenario -> SeriesText.write(scenario.setup().series()));

  static final ScenarioKey NAMES = new ScenarioKey("names",
      "names of nodes: a map from numbers, ranges such as 0-15, or names to new names; or a file with the columns node and name",
      () -> Shape.anyOf(Shape.TEXT, Shape.texts()), false, Layout.VALUE,
      (value, reading) -> reading.draft().names = readNames(value),
      scenario -> scenario.names().entries().isEmpty() ? null : scenario.names().written());

  static final ScenarioKey EXTENSIONS = new ScenarioKey(ScenarioCode.KEY,
      "code of the scenario: jars, source files or folders of sources; loaded only with --allow-extensions",
      StructuredKeys::extensionsShape, false, new Layout.Value(1), (value, _) -> refuseOption(value),
      scenario -> YamlText.listIfAny(ScenarioCode.write(scenario, YamlText::quote)));

  static final ScenarioKey EVENTS = list("events", "failures and repairs of cables, switches and hosts", EventStates::shape,
      new Layout.Items(EventStates.layout()), StructuredKeys::readEvents,
      setup -> setup.events().stream().map(EventText::write).toList());

  static final ScenarioKey UNFINISHED = ScenarioKey.inDraft(Expectations.UNFINISHED,
      "unfinished flows at until: allowed; a failure (exit code 3); or by-load, a failure if the host links could have carried"
          + " them all by then; if omitted, by-load",
      Form.word(Expectations.Unfinished.values()), scenario -> scenario.expected().unfinished(),
      (draft, unfinished) -> draft.expected = new Expectations(draft.expected.targets(), unfinished)).fixed()
      .writtenUnless("by-load");

  /** Key of targets. The evaluation of runs interprets them. */
  static final ScenarioKey TARGETS = new ScenarioKey(Expectations.TARGETS,
      "bounds of results, such as p99 slowdown < 5; a missed target gives exit code 4",
      () -> Shape.anyOf(Shape.TEXT, Shape.list(Shape.TEXT)), false, new Layout.Items(Layout.VALUE), StructuredKeys::readTargets,
      scenario -> scenario.expected().targets().isEmpty()
          ? null
          : YamlText.list(scenario.expected().targets().stream().map(target -> YamlText.quote(target.text())).toList()));

  private StructuredKeys() {
  }

  private static void readTargets(YamlNode value, ScenarioKey.Reading reading) {
    var targets = new ArrayList<Expectations.Written>();
    for (YamlNode item : value.isList() ? value.items() : List.of(value)) {
      reading.faults().collect(() -> targets.add(new Expectations.Written(item.text(word -> word), item.place())));
    }
    reading.draft().expected = new Expectations(targets, reading.draft().expected.unfinished());
  }

  /** Reader of a value with entries that may each have an error. */
  private interface Reads {
    void read(YamlNode value, SetupBuilder setup, Faults faults);
  }

  private static ScenarioKey list(String name, String meaning, Supplier<Shape> entry, Layout layout, ScenarioKey.Reader reader,
      Function<Setup, List<String>> entries) {
    return new ScenarioKey(name, meaning, () -> Shape.list(entry.get()), false, layout, reader,
        scenario -> YamlText.list(entries.apply(scenario.setup())));
  }

  private static ScenarioKey map(String name, String meaning, Layout.Entries layout, Supplier<Map<String, Shape>> shapes,
      List<String> required, Reads reads, Function<Setup, String> writes) {
    return new ScenarioKey(name, meaning, () -> Shape.map(required, shapes.get()), false, layout,
        (value, reading) -> reads.read(value, reading.setup(), reading.faults()), scenario -> writes.apply(scenario.setup()));
  }

  private static Shape responseTime() {
    return Shape.anyOf(Shape.words(List.of(PfcText.IEEE)), Shape.TIME);
  }

  /** Integer of 1 or more. */
  private static Shape fromOne() {
    return Shape.whole(1, Integer.MAX_VALUE);
  }

  /** Integer of 0 or more. */
  private static Shape fromZero() {
    return Shape.whole(0, Integer.MAX_VALUE);
  }

  private static Shape extensionsShape() {
    Shape one = Shape.anyOf(Shape.TEXT,
        Shape.map(List.of(ScenarioCode.FILE),
            entries(ScenarioCode.FILE, Shape.TEXT.described("a path, relative to the scenario's folder"), ScenarioCode.GIVES,
                Shape.list(Shape.TEXT).described(
                    "names in the scenario that this code defines; a run adds them to scenario.yaml"),
                ScenarioCode.SHA_256,
                Shape.pattern("[0-9a-f]{64}").described("required SHA-256 of the file; a run adds it to scenario.yaml"))));
    return Shape.anyOf(one, Shape.list(one));
  }

  /** Code is loaded before the command line's values are inserted into the scenario. */
  private static void refuseOption(YamlNode value) {
    if (value.isOption()) {
      throw value.place().error("code of the command line is given by --with PATH");
    }
  }

  private static Shape seriesShape() {
    Shape flows = Shape.anyOf(Shape.words(List.of("all", "none")), Shape.list(fromZero()));
    Shape ports = Shape.anyOf(Shape.words(List.of("to-hosts", "all", "none")),
        Shape.list(Shape.anyOf(Shape.pair(Shape.node(), Shape.whole(1, Integer.MAX_VALUE).described("port")),
            Shape.pattern("\\S.*:\\d+", "17:1"))));
    return Shape.anyOf(Shape.words(List.of("none")),
        Shape.map(List.of("every"),
            entries("every", Shape.TIME.described("time between rows"), "until",
                Form.TIME_OR_UNLIMITED.shape().get().described("time of the last row; if omitted, unlimited"), "flows",
                flows.described("flow numbers, in order of start; if omitted, all"), "ports",
                ports.described("switch or host ports; if omitted, to-hosts"), "ranks",
                Shape.words(List.of("all", "none")).described("ranks of jobs: when each computed and waited; if omitted, all"))));
  }

  /** Alternating names and shapes. */
  static Map<String, Shape> entries(Object... namesAndShapes) {
    var entries = new LinkedHashMap<String, Shape>();
    for (int at = 0; at < namesAndShapes.length; at += 2) {
      entries.put(namesAndShapes[at].toString(), (Shape) namesAndShapes[at + 1]);
    }
    return entries;
  }

  private static void readAcks(YamlNode value, SetupBuilder setup, Faults faults) {
    Map<String, YamlNode> acks = value.entries(ACKS.layout().names());
    if (setup.recovery.decidesAcks()
        && (acks.containsKey("every") || acks.containsKey("delay") || acks.containsKey(PROMPT_FROM))) {
      throw value.place().error("acks does not apply to recovery tcp; set tcp(ackEvery=..., delayedAck=...)");
    }
    ifSet(acks, PROMPT_FROM, faults,
        from -> setup.promptAcksFrom = from.text(word -> PromptAcks.checked(Units.real(PROMPT_FROM, word))));
    ifSet(acks, "every", faults, every -> setup.ackEveryPackets = (int) every.whole(1, Integer.MAX_VALUE));
    ifSet(acks, "delay", faults, delay -> setup.ackDelayPs = ackDelayPs(delay));
    ifSet(acks, "ignorePause", faults, ignore -> setup.acksIgnorePause = ScenarioValues.flag(ignore));
  }

  private static EnsembleMember readEnsemble(YamlNode value, Faults faults) {
    Map<String, YamlNode> entries = value.entries(ENSEMBLE.layout().names());
    var read = new ArrayList<EnsembleMember>(List.of(EnsembleMember.PLAIN));
    ifSet(entries, EnsembleMember.JITTER, faults,
        jitter -> read.set(0, jitter.text(word -> new EnsembleMember(0, Units.time(word)))));
    ifSet(entries, EnsembleMember.MEMBER, faults, member -> read.set(0,
        new EnsembleMember((int) member.whole(0, EnsembleMember.MOST_MEMBERS - 1), read.getFirst().jitterPs())));
    return read.getFirst();
  }

  private static long ackDelayPs(YamlNode delay) {
    long delayPs = ScenarioValues.positiveTime(delay);
    if (delayPs > Recovery.LONGEST_WAIT_PS) {
      throw delay.place().error("delay " + Units.formatTime(delayPs) + " is above " + Units.formatTime(Recovery.LONGEST_WAIT_PS));
    }
    return delayPs;
  }

  private static String writeAcks(Setup setup) {
    String when = setup.recovery().decidesAcks()
        ? ""
        : "every: " + setup.ackEveryPackets() + ", delay: " + Units.formatTime(setup.ackDelayPs()) + ", ";
    String from = Double.isInfinite(setup.promptAcksFrom())
        ? ""
        : PROMPT_FROM + ": " + Units.formatReal(setup.promptAcksFrom()) + ", ";
    return "{" + when + from + "ignorePause: " + setup.acksIgnorePause() + "}";
  }

  private static void readSample(YamlNode value, SetupBuilder setup, Faults faults) {
    Map<String, YamlNode> sample = value.entries(SAMPLE.layout().names());
    ifSet(sample, "from", faults,
        from -> setup.sampleFromPs = from.text(word -> word.equals(ScenarioValues.FIRST_FLOW) ? -1L : Units.time(word)));
    ifSet(sample, "until", faults, until -> setup.sampleUntilPs = until.text(ScenarioValues::timeOrUnlimited));
    if (setup.sampleUntilPs < setup.sampleFromPs) {
      throw value.place().error("samples end at " + Units.formatTime(setup.sampleUntilPs) + ", before they start at "
          + Units.formatTime(setup.sampleFromPs));
    }
    ifSet(sample, "every", faults, every -> setup.samplePeriodPs = ScenarioValues.positiveTime(every));
  }

  private static String writeSample(Setup setup) {
    String from = setup.sampleFromPs() < 0 ? ScenarioValues.FIRST_FLOW : Units.formatTime(setup.sampleFromPs());
    return "{from: " + from + ", until: " + Form.TIME_OR_UNLIMITED.write().apply(setup.sampleUntilPs()) + ", every: "
        + Units.formatTime(setup.samplePeriodPs()) + "}";
  }

  private static void ifSet(Map<String, YamlNode> entries, String key, Faults faults, Consumer<YamlNode> reading) {
    YamlNode value = entries.get(key);
    if (value != null) {
      faults.collect(() -> reading.accept(value));
    }
  }

  private static NodeNaming readNames(YamlNode value) {
    if (!value.isMap()) {
      Path file = value.text(value::sibling);
      return new NodeNaming(NamesFile.read(file), YamlText.quote(file.toAbsolutePath().normalize().toString()));
    }
    var entries = new ArrayList<NodeNaming.Entry>();
    for (Map.Entry<YamlNode, YamlNode> pair : value.pairs()) {
      String nodes = pair.getKey().text(word -> word);
      String name = pair.getValue().called("the name of " + nodes).text(word -> word);
      entries.add(new NodeNaming.Entry(nodes, name, pair.getKey().place()));
    }
    return new NodeNaming(entries,
        entries.stream().map(entry -> YamlText.quote(entry.nodes()) + ": " + YamlText.quote(entry.pattern()))
            .collect(Collectors.joining(", ", "{", "}")));
  }

  private static void readEvents(YamlNode value, ScenarioKey.Reading reading) {
    value.items().forEach(item -> reading.faults().collect(() -> {
      reading.setup().events.add(EventText.read(item, reading.draft()::node));
      reading.draft().eventPlaces.add(item.placeOfChange());
    }));
  }

  /** Required entry. */
  static YamlNode get(Map<String, YamlNode> entry, String key) {
    return Objects.requireNonNull(entry.get(key));
  }
}
