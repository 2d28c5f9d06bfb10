package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader and writer of a scenario's ECN thresholds for classes of ports. */
public final class EcnText {
  private static final String RATE = "rate";
  private static final String PORTS = "ports";
  private static final String TIER = "tier";
  private static final String PRIORITY = "priority";
  private static final String KMIN = "kmin";
  private static final String KMAX = "kmax";
  private static final String PMAX = "pmax";
  private static final String WEIGHT = "weight";
  private static final List<String> REQUIRED = List.of(RATE, KMIN, KMAX, PMAX);
  private static final List<String> ENTRIES = List.of(RATE, PORTS, TIER, PRIORITY, KMIN, KMAX, PMAX, WEIGHT);

  /** Entries that can be addressed separately. */
  public static final Layout.Rated LAYOUT = new Layout.Rated(Layout.values(KMIN, KMAX, PMAX, WEIGHT));

  private EcnText() {
  }

  /** Form of an entry in the JSON Schema. */
  public static Shape shape() {
    var entries = new LinkedHashMap<String, Shape>();
    entries.put(RATE, Shape.RATE.described("rate of the ports"));
    entries.put(PORTS, Shape.words(PortClass.Side.values()).described("where the ports lead; if omitted, all"));
    entries.put(TIER, Shape.whole(1, PortClass.MOST_TIERS).described("tier of the switches, 1 next to hosts; if omitted, all"));
    entries.put(PRIORITY, Shape.whole(1, PortClass.MOST_PRIORITIES).described("priority of packets; if omitted, all"));
    entries.put(KMIN, Shape.SIZE.described("longest queue without marks").orSweep());
    entries.put(KMAX, Shape.SIZE.described("queue above which all packets are marked").orSweep());
    entries.put(PMAX, Shape.fraction().described("probability of a mark at kmax").orSweep());
    entries.put(WEIGHT, Shape.whole(0, EcnThresholds.MOST_WEIGHT)
        .described("0: the current queue; otherwise its moving average, each sample weighted 2^-weight").orSweep());
    return Shape.map(REQUIRED, entries);
  }

  /** Returns the thresholds of a value. If two classes have common ports, one includes the other, or a third one covers them. */
  public static Map<PortClass, EcnThresholds> read(YamlNode value, Faults faults) {
    var marking = new TreeMap<PortClass, EcnThresholds>();
    var places = new LinkedHashMap<PortClass, SourceLocation>();
    value.items().forEach(item -> faults.collect(() -> add(item, marking, places)));
    var before = new ArrayList<PortClass>();
    places.forEach((one, place) -> {
      before.forEach(other -> faults.collect(() -> requireOrder(one, other, places)));
      before.add(one);
    });
    return marking;
  }

  private static void add(YamlNode item, Map<PortClass, EcnThresholds> marking, Map<PortClass, SourceLocation> places) {
    Map<String, YamlNode> entry = item.entries(ENTRIES);
    List<String> missing = REQUIRED.stream().filter(key -> !entry.containsKey(key)).toList();
    if (!missing.isEmpty()) {
      throw item.place()
          .error(missing.stream().map(Quoted::of).collect(Collectors.joining(", ")) + (missing.size() == 1 ? " is" : " are")
              + " missing in ecn; an entry needs " + String.join(", ", REQUIRED) + "; optional: ports, tier, priority, weight");
    }
    PortClass of = portClass(entry);
    long kMin = get(entry, KMIN).text(Units::size);
    long kMax = get(entry, KMAX).text(Units::size);
    double pMax = get(entry, PMAX).text(word -> Units.real(PMAX, word));
    YamlNode weight = entry.get(WEIGHT);
    int weightOrNone = weight == null ? 0 : (int) weight.whole(0, EcnThresholds.MOST_WEIGHT);
    EcnThresholds thresholds = item.place().check(() -> new EcnThresholds(kMin, kMax, pMax, weightOrNone));
    if (marking.put(of, thresholds) != null) {
      throw item.place()
          .error("ecn has two entries for " + (of.isWide() ? Units.formatRate(of.rateBitsPerSec()) : "{" + of(of) + "}"));
    }
    places.put(of, item.place());
  }

  private static PortClass portClass(Map<String, YamlNode> entry) {
    long rate = get(entry, RATE).text(Units::rate);
    YamlNode ports = entry.get(PORTS);
    PortClass.Side side = ports == null
        ? PortClass.Side.ALL
        : ports.text(word -> EnumNames.constant(PORTS, List.of(PortClass.Side.values()), word));
    return new PortClass(rate, side, whole(entry, TIER, PortClass.MOST_TIERS), whole(entry, PRIORITY, PortClass.MOST_PRIORITIES));
  }

  /** Returns the places of all readable classes of a value. */
  public static Map<PortClass, SourceLocation> places(YamlNode value) {
    var places = new TreeMap<PortClass, SourceLocation>();
    value.items().forEach(item -> places.put(portClass(item.entries(ENTRIES)), item.placeOfChange()));
    return places;
  }

  /** Key of a class's place, among the places of keys. */
  public static String key(PortClass of) {
    return "ecn{" + of(of) + "}";
  }

  private static int whole(Map<String, YamlNode> entry, String key, int most) {
    YamlNode value = entry.get(key);
    return value == null ? PortClass.ANY : (int) value.whole(1, most);
  }

  private static void requireOrder(PortClass one, PortClass other, Map<PortClass, SourceLocation> places) {
    PortClass common = one.common(other);
    if (common != null && !one.includes(other) && !other.includes(one) && !places.containsKey(common)) {
      throw Objects.requireNonNull(places.get(one))
          .error("the entries {" + of(one) + "} and {" + of(other) + "} of " + places.get(other) + " both hold for {" + of(common)
              + "}, and neither is narrower; add an entry for that, or make one of them narrower");
    }
  }

  private static YamlNode get(Map<String, YamlNode> entry, String key) {
    return Objects.requireNonNull(entry.get(key));
  }

  /** Reports whether an entry with these keys covers all ports of its rate. */
  public static boolean isWide(Set<String> keys) {
    return Stream.of(PORTS, TIER, PRIORITY).noneMatch(keys::contains);
  }

  /** Returns entries from which the same thresholds can be read. */
  public static List<String> write(Map<PortClass, EcnThresholds> marking) {
    var entries = new ArrayList<String>();
    marking.forEach((of, thresholds) -> entries.add(entry(of, thresholds)));
    return entries;
  }

  /** Returns an entry from which the same thresholds can be read. */
  public static String entry(PortClass of, EcnThresholds thresholds) {
    return "{" + of(of) + ", kmin: " + Units.formatSize(thresholds.kMinBytes()) + ", kmax: "
        + Units.formatSize(thresholds.kMaxBytes()) + ", pmax: " + Units.formatReal(thresholds.pMax())
        + (thresholds.weight() == 0 ? "" : ", weight: " + thresholds.weight()) + "}";
  }

  /** Returns the part of an entry that selects its ports. */
  public static String of(PortClass of) {
    var parts = new LinkedHashMap<String, String>();
    parts.put(RATE, Units.formatRate(of.rateBitsPerSec()));
    if (of.side() != PortClass.Side.ALL) {
      parts.put(PORTS, EnumNames.of(of.side()));
    }
    if (of.tier() != PortClass.ANY) {
      parts.put(TIER, Integer.toString(of.tier()));
    }
    if (of.priority() != PortClass.ANY) {
      parts.put(PRIORITY, Integer.toString(of.priority()));
    }
    return parts.entrySet().stream().map(part -> part.getKey() + ": " + part.getValue()).collect(Collectors.joining(", "));
  }
}
