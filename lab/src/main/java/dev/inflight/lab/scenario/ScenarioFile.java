package dev.inflight.lab.scenario;

import dev.inflight.cc.Signal;
import dev.inflight.lab.files.FileFlows;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.LinkEvent;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.Workload;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a scenario in YAML. Only {@code topology} and {@code flows} must be there; everything else has a default. */
public final class ScenarioFile {
  static final String UNLIMITED = "unlimited";
  static final String FIRST_FLOW = "first-flow";
  /** The fabric counts the bytes of a buffer in 32 bits. */
  static final long MAX_BUFFER_BYTES = Integer.MAX_VALUE;

  /** The most characters of a name. */
  private static final int LONGEST_NAME = 255;

  static final List<String> KEYS = List.of("name", "topology", "flows", "scheme", "seed", "until", "payload", "buffer",
      "framing", "clock", "ties", "pfc", "egressAlpha", "ecn", "acks", "recovery", "retransmitTimeout", "nic", "paced",
      "globalBaseRtt", "telemetry",
      "sealTelemetry", "lossRate", "sample", "series", "events");

  private static final List<String> ACK_KEYS = List.of("every", "delay", "ignorePause");
  private static final List<String> SAMPLE_KEYS = List.of("from", "until", "every");

  private final InputText text;
  private final Map<String, YamlNode> entries;
  private final Setup setup;

  private ScenarioFile(InputText text, YamlNode root, Setup setup) {
    this.text = text;
    this.setup = setup;
    entries = root.entries(KEYS);
  }

  /** All keys that the command line can set, those within others as {@code acks.every}. */
  public static List<String> settableKeys() {
    return KEYS.stream().flatMap(key -> switch (key) {
      case "acks" -> within(key, ACK_KEYS);
      case "sample" -> within(key, SAMPLE_KEYS);
      case "series" -> within(key, SeriesText.KEYS);
      default -> Stream.of(key);
    }).toList();
  }

  private static Stream<String> within(String key, List<String> keys) {
    return Stream.concat(Stream.of(key), keys.stream().map(inner -> key + "." + inner));
  }

  /** The scenario that the file describes, with what the command line says in its place. */
  public static Scenario read(InputText text, Overrides replacements) {
    var file = new ScenarioFile(text, YamlNode.root(text, tree -> YamlEdit.apply(tree, replacements)), new Setup());
    for (String key : List.of("topology", "flows")) {
      if (!file.entries.containsKey(key)) {
        throw text.whole().error("'" + key + "' is missing; a scenario needs topology and flows");
      }
    }
    return file.scenario(Scenario.nameOf(text.path()), null, List.of(), new KeyLocations(text.whole(), Map.of()));
  }

  /**
   * A scenario from a file of another kind, with what the command line says in its place.
   *
   * @param setup what the file says
   * @param topology its topology
   * @param flows its flows
   * @param places where the file says it
   */
  public static Scenario over(InputText text, Overrides replacements, Setup setup, TopologyGenerator topology, Workload flows,
      KeyLocations places) {
    var options = new ScenarioFile(text, YamlNode.added(text, YamlEdit.alone(replacements)), setup);
    YamlNode ecn = options.entries.get("ecn");
    if (ecn != null) {
      throw ecn.place().error("a config.txt has its thresholds in KMIN_MAP, KMAX_MAP and PMAX_MAP; set those");
    }
    return options.scenario(Scenario.nameOf(text.path()), topology, List.of(flows), places);
  }

  private Scenario scenario(String name, @Nullable TopologyGenerator topology, List<? extends Workload> flows,
      KeyLocations otherPlaces) {
    YamlNode called = entries.get("name");
    readTraffic();
    readRules();
    readAcks();
    readSample();
    ifSet("series", value -> setup.series = SeriesText.read(value));
    readEcn();
    readEvents();
    return Scenario.assemble(text.path(), called == null ? name : called.text(ScenarioFile::name),
        topology == null || entries.containsKey("topology") ? topology() : topology,
        entries.containsKey("flows") ? workloads() : flows, setup, places(otherPlaces));
  }

  private static String name(String written) {
    int characters = written.codePointCount(0, written.length());
    if (characters > LONGEST_NAME) {
      throw new IllegalArgumentException("name has " + characters + " characters; at most " + LONGEST_NAME + " are allowed");
    }
    return written;
  }

  private void ifSet(String key, Consumer<YamlNode> reading) {
    set(entries, key, reading);
  }

  private TopologyGenerator topology() {
    YamlNode value = get(entries, "topology");
    TopologyGenerator shape = bind(Catalog.TOPOLOGIES, value);
    return shape instanceof FileTopology file ? value.place().check(() -> file.relativeTo(value)) : shape;
  }

  private List<Workload> workloads() {
    var workloads = new ArrayList<Workload>();
    for (YamlNode value : flowEntries()) {
      Workload workload = bind(Catalog.WORKLOADS, value);
      workloads.add(workload instanceof FileFlows file ? value.place().check(() -> file.relativeTo(value)) : workload);
    }
    return workloads;
  }

  private List<YamlNode> flowEntries() {
    YamlNode flows = get(entries, "flows");
    return flows.isList() ? flows.items() : List.of(flows);
  }

  private <T> T bind(SpecBinder<T> binder, YamlNode value) {
    Spec spec = value.text(word -> Spec.parse(word, value.place()));
    return binder.bind(spec.withFileContents(value), value.place());
  }

  private KeyLocations places(KeyLocations others) {
    var places = new HashMap<>(others.byKey());
    entries.forEach((key, value) -> places.put(key, value.place()));
    for (String list : List.of("flows", "events")) {
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
    ifSet("scheme", value -> setup.scheme = bind(Catalog.SCHEMES, value));
    ifSet("seed", value -> setup.seed = value.whole(Long.MIN_VALUE, Long.MAX_VALUE));
    ifSet("until", value -> setup.untilPs = value.text(ScenarioFile::timeOrUnlimited));
    ifSet("payload", value -> setup.payloadBytes = (int) size(value, 9000));
    readRecovery();
    ifSet("nic", value -> setup.nic = bind(Catalog.NICS, value));
    ifSet("paced", value -> setup.paced = value.text(word -> EnumNames.bool(value.what(), word)));
    ifSet("globalBaseRtt", value -> setup.globalBaseRtt = value.text(word -> EnumNames.bool(value.what(), word)));
  }

  private void readRecovery() {
    ifSet("recovery", value -> setup.recovery = bind(Catalog.RECOVERIES, value));
    ifSet("retransmitTimeout", value -> {
      if (!(setup.recovery instanceof GoBackN)) {
        throw value.place().error("recovery " + setup.recovery.name() + " has waits of its own, and retransmitTimeout is that of "
            + GoBackN.DEFAULT.name() + "; set " + setup.recovery.name() + "(rtoLow=..., rtoHigh=...)");
      }
      setup.retransmitTimeoutPs = positiveTime(value);
      if (setup.retransmitTimeoutPs > Recovery.LONGEST_WAIT_PS) {
        throw value.place().error("retransmitTimeout of " + Units.formatTime(setup.retransmitTimeoutPs) + " is above 1000s");
      }
    });
  }

  private void readRules() {
    ifSet("buffer", value -> setup.bufferBytes = size(value, MAX_BUFFER_BYTES));
    ifSet("framing", value -> setup.framing = constant(value, Framing.values()));
    ifSet("clock", value -> setup.clock = constant(value, SerialisationTime.values()));
    ifSet("ties", value -> setup.ties = constant(value, TieOrder.values()));
    ifSet("pfc", value -> setup.pfc = value.text(word -> EnumNames.bool(value.what(), word)));
    ifSet("egressAlpha", this::readEgressAlpha);
    readTelemetry();
    ifSet("sealTelemetry", value -> setup.sealTelemetry = value.text(word -> EnumNames.bool(value.what(), word)));
    ifSet("lossRate", value -> setup.lossRate = value.text(word -> Units.fraction("lossRate", word)));
  }

  private void readEgressAlpha(YamlNode value) {
    if (setup.pfc) {
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

  private void readTelemetry() {
    YamlNode framing = entries.get("framing");
    if (framing != null && setup.framing == Framing.REFERENCE) {
      setup.telemetry = AuthorsFormat.DEFAULT;
    }
    ifSet("telemetry", value -> {
      setup.telemetry = bind(Catalog.TELEMETRY, value);
      if (value.isOption() && !setup.scheme.signals().contains(Signal.HOPS)) {
        throw value.place().error("the scheme " + setup.scheme.name() + " hears no telemetry");
      }
      boolean framingMayFollow = framing == null || value.isOption() && !framing.isOption();
      if (setup.telemetry.placement().needsIpv6() && setup.framing == Framing.ROCEV2 && framingMayFollow) {
        setup.framing = Framing.ROCEV2_IPV6;
      }
    });
  }

  private void readAcks() {
    ifSet("acks", value -> {
      Map<String, YamlNode> acks = value.entries(ACK_KEYS);
      set(acks, "every", every -> setup.ackEveryPackets = (int) every.whole(1, Integer.MAX_VALUE));
      set(acks, "delay", delay -> setup.ackDelayPs = positiveTime(delay));
      set(acks, "ignorePause", ignore -> setup.acksIgnorePause = ignore.text(word -> EnumNames.bool("ignorePause", word)));
    });
  }

  private void readSample() {
    ifSet("sample", value -> {
      Map<String, YamlNode> sample = value.entries(SAMPLE_KEYS);
      set(sample, "from", from -> setup.sampleFromPs = from.text(word -> word.equals(FIRST_FLOW) ? -1L : Units.time(word)));
      set(sample, "until", until -> setup.sampleUntilPs = until.text(ScenarioFile::timeOrUnlimited));
      if (setup.sampleUntilPs < setup.sampleFromPs) {
        throw value.place().error("samples until " + Units.formatTime(setup.sampleUntilPs) + " end before they begin, at "
            + Units.formatTime(setup.sampleFromPs));
      }
      set(sample, "every", every -> setup.samplePeriodPs = positiveTime(every));
    });
  }

  private void readEcn() {
    ifSet("ecn", value -> {
      var marking = new TreeMap<Long, EcnThresholds>();
      for (YamlNode item : value.items()) {
        Map<String, YamlNode> entry = item.allEntries(List.of("rate", "kmin", "kmax", "pmax"));
        long rate = get(entry, "rate").text(Units::rate);
        long kMin = get(entry, "kmin").text(Units::size);
        long kMax = get(entry, "kmax").text(Units::size);
        double pMax = get(entry, "pmax").text(word -> Units.real("pmax", word));
        if (marking.put(rate, item.place().check(() -> new EcnThresholds(kMin, kMax, pMax))) != null) {
          throw item.place().error("ecn has two entries for " + Units.formatRate(rate));
        }
      }
      setup.ecn = marking;
    });
  }

  private void readEvents() {
    ifSet("events", value -> {
      for (YamlNode item : value.items()) {
        Map<String, YamlNode> event = item.allEntries(List.of("at", "link", "state"));
        long at = get(event, "at").text(Units::time);
        List<YamlNode> ends = get(event, "link").items();
        if (ends.size() != 2) {
          throw get(event, "link").place().error("link must be a list of two nodes, found " + ends.size());
        }
        int a = (int) ends.get(0).whole(0, Integer.MAX_VALUE);
        int b = (int) ends.get(1).whole(0, Integer.MAX_VALUE);
        boolean up = get(event, "state").text(ScenarioFile::isUp);
        setup.linkEvents.add(new LinkEvent(at, a, b, up));
      }
    });
  }

  private static YamlNode get(Map<String, YamlNode> entry, String key) {
    return Objects.requireNonNull(entry.get(key));
  }

  private static void set(Map<String, YamlNode> entry, String key, Consumer<YamlNode> reading) {
    YamlNode value = entry.get(key);
    if (value != null) {
      reading.accept(value);
    }
  }

  private static boolean isUp(String word) {
    return switch (word) {
      case "up" -> true;
      case "down" -> false;
      default -> throw new IllegalArgumentException("state " + Quoted.of(word) + " is neither up nor down");
    };
  }

  private static <E extends Enum<E>> E constant(YamlNode value, E[] constants) {
    return value.text(word -> EnumNames.constant(value.what(), List.of(constants), word));
  }

  /** A time, or the end of all time. */
  static long timeOrUnlimited(String word) {
    return word.equals(UNLIMITED) ? Long.MAX_VALUE : Units.time(word);
  }

  /** A time above 0. */
  static long positiveTime(YamlNode value) {
    return positive(value, Units::time);
  }

  private static long size(YamlNode value, long most) {
    long bytes = positive(value, Units::size);
    if (bytes > most) {
      throw value.place().error(value.what() + " of " + bytes + " bytes is outside 1 to " + most);
    }
    return bytes;
  }

  private static long positive(YamlNode value, Function<String, Long> reading) {
    return value.text(word -> {
      long number = reading.apply(word);
      if (number == 0) {
        throw new IllegalArgumentException(value.what() + " must be above 0");
      }
      return number;
    });
  }
}
