package dev.inflight.lab.input;

import dev.inflight.cc.Signal;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** ECN thresholds of switches, from a configuration file of the authors' simulator. */
final class ReferenceMarking {
  private static final String SWITCH = "ENABLE_QCN";
  private static final String KMIN_MAP = "KMIN_MAP";
  private static final String KMAX_MAP = "KMAX_MAP";
  private static final String PMAX_MAP = "PMAX_MAP";
  private static final List<String> PLAIN = List.of(ForkKeys.KMIN, ForkKeys.KMAX, ForkKeys.PMAX);
  private static final long BYTES_PER_KB = 1000; // of KMIN_MAP and KMAX_MAP
  private static final long BYTES_PER_PACKET = 1030; // of KMIN and KMAX
  /** Threshold in bytes that no buffer reaches. */
  private static final long NEVER_BYTES = 1L << 40;

  private final ReferenceValues values;
  private SourceLocation place;

  ReferenceMarking(ReferenceValues values) {
    this.values = values;
    place = values.place(KMAX_MAP);
  }

  /** Place for an error about a rate without thresholds: a map that lacks a rate of other maps, if one exists. */
  SourceLocation place() {
    return place;
  }

  /** Thresholds of the three maps, for the rates that all maps have; none if switches do not mark. */
  Map<PortClass, EcnThresholds> thresholds() {
    var thresholds = new TreeMap<PortClass, EcnThresholds>();
    if (!values.flag(SWITCH)) {
      return thresholds;
    }
    Map<Long, Long> kMin = kilobytes(KMIN_MAP);
    Map<Long, Long> kMax = kilobytes(KMAX_MAP);
    var pMax = new LinkedHashMap<Long, ReferenceValues.RateValue>();
    lastOfEach(PMAX_MAP).forEach(pair -> pMax.put(pair.rateBitsPerSec(), pair));
    var rates = new TreeSet<>(kMin.keySet());
    rates.addAll(kMax.keySet());
    rates.addAll(pMax.keySet());
    for (Long rate : rates) {
      Long low = kMin.get(rate);
      Long high = kMax.get(rate);
      ReferenceValues.RateValue most = pMax.get(rate);
      if (low == null || high == null || most == null) {
        warnOfIncomplete(rate, Map.of(KMIN_MAP, low != null, KMAX_MAP, high != null, PMAX_MAP, most != null));
      } else {
        double probability = most.place().check(() -> Units.real("probability in PMAX_MAP", most.value()));
        thresholds.put(PortClass.ofRate(rate), most.place().check(() -> new EcnThresholds(low, high, probability)));
      }
    }
    return thresholds;
  }

  /** Warns about a rate that only some maps have. The authors' simulator looks up link rates only. */
  private void warnOfIncomplete(long rate, Map<String, Boolean> found) {
    List<String> having = found.keySet().stream().filter(key -> found.getOrDefault(key, false)).sorted().toList();
    List<String> lacking = found.keySet().stream().filter(key -> !having.contains(key)).sorted().toList();
    SourceLocation there = values.place(lacking.getFirst());
    place = place.equals(values.place(KMAX_MAP)) ? there : place;
    Notices.add(there, "incomplete rate",
        String.join(" and ", lacking) + (lacking.size() == 1 ? " has" : " have") + " no value for the rate " + rate
            + ", for which " + String.join(" and ", having) + (having.size() == 1 ? " has" : " have")
            + " one; it has no thresholds, which is an error only if a cable has this rate");
  }

  /**
   * Adds checks that need the link rates: rates without thresholds, and thresholds that never mark for a scheme that needs marks.
   *
   * @param ownScheme true if the scheme is that of the file
   */
  void complete(SetupBuilder setup, String topologyFile, boolean ownScheme) {
    if (!values.flag(SWITCH)) {
      if (ownScheme && setup.scheme.signals().contains(Signal.ECN)) {
        Notices.add(values.place(SWITCH), SWITCH, SWITCH + " 0: switches mark no packets, and the scheme " + setup.scheme.name()
            + " has no other signal, so flows keep the line rate; set " + SWITCH + " 1 for marks");
        fill(setup, topologyFile, new EcnThresholds(NEVER_BYTES, NEVER_BYTES, 0));
      }
      return;
    }
    List<String> plain = PLAIN.stream().filter(values::has).toList();
    if (plain.isEmpty()) {
      return;
    }
    if (setup.ecn.isEmpty()) {
      long low = values.whole(ForkKeys.KMIN, 0, Integer.MAX_VALUE) * BYTES_PER_PACKET;
      long high = values.whole(ForkKeys.KMAX, 0, Integer.MAX_VALUE) * BYTES_PER_PACKET;
      double most = values.fraction(ForkKeys.PMAX);
      fill(setup, topologyFile, values.place(ForkKeys.KMAX).check(() -> new EcnThresholds(low, high, most)));
    } else {
      Notices.add(values.place(plain.getFirst()), "plain", String.join(", ", plain) + (plain.size() == 1 ? " has" : " have")
          + " no effect beside KMIN_MAP, KMAX_MAP and PMAX_MAP");
    }
  }

  private static void fill(SetupBuilder setup, String topologyFile, EcnThresholds thresholds) {
    // The reader of the whole scenario reports the topology's warnings.
    List<Link> links = Notices.collect(new ArrayList<>(), () -> new FileTopology(topologyFile).build().links());
    links.forEach(link -> setup.ecn.put(PortClass.ofRate(link.rateBitsPerSec()), thresholds));
  }

  private Map<Long, Long> kilobytes(String key) {
    var bytes = new TreeMap<Long, Long>();
    for (ReferenceValues.RateValue pair : lastOfEach(key)) {
      String word = pair.value().replaceFirst("(?<=\\d)\\.0*$", "");
      long value = new Tokens(pair.place(), List.of(word)).whole(0, "KB in " + key, 0, Long.MAX_VALUE / BYTES_PER_KB);
      bytes.put(pair.rateBitsPerSec(), value * BYTES_PER_KB);
    }
    return bytes;
  }

  /** Entries of a map; the last of several entries for one rate. */
  private Collection<ReferenceValues.RateValue> lastOfEach(String key) {
    var last = new LinkedHashMap<Long, ReferenceValues.RateValue>();
    for (ReferenceValues.RateValue pair : values.byRate(key)) {
      ReferenceValues.RateValue before = last.put(pair.rateBitsPerSec(), pair);
      if (before != null && !before.value().equals(pair.value())) {
        Notices.add(pair.place(), "rate twice in " + key, key + " has two values for the rate " + pair.rateBitsPerSec()
            + ", and the last one applies: " + pair.value() + ", not " + before.value());
      }
    }
    return last.values();
  }
}
