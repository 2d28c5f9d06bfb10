package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.host.cnp.CnpRules.Per;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader and writer of a scenario's CNP rules: NICs' responses to CE marks. */
public final class CnpText {
  private static final String INTERVAL = "interval";
  private static final String PER = "per";
  private static final String DELAY = "delay";
  private static final String PRIORITY = "priority";
  private static final int MOST_PRIORITY = 7;

  /** Entries of the key's value. */
  public static final Layout.Entries LAYOUT = Layout.values(INTERVAL, PER, DELAY, PRIORITY);

  private CnpText() {
  }

  /** Form of the value in the JSON Schema. */
  public static Shape shape() {
    var entries = new LinkedHashMap<String, Shape>();
    entries.put(INTERVAL,
        Shape.TIME.described("minimum time between two notifications; 0s: no limit; if omitted, the scheme's").orSweep());
    entries.put(PER,
        Shape.words(Per.values()).described("whether interval applies to each flow or each NIC; if omitted, flow").orSweep());
    entries.put(DELAY, Shape.TIME.described("processing time of a NIC for a notification; if omitted, 0s").orSweep());
    entries.put(PRIORITY, Shape.whole(1, MOST_PRIORITY).described("priority of notifications; if omitted, 6").orSweep());
    return Shape.map(List.of(), entries);
  }

  /** Returns the rules of the key's value. */
  public static CnpRules read(YamlNode value, Faults faults) {
    Map<String, YamlNode> entries = value.entries(LAYOUT.names());
    var usual = CnpRules.DEFAULT;
    long intervalPs = WatchdogText.or(entries.get(INTERVAL), faults, CnpText::time, usual.intervalPs());
    Per per = WatchdogText.or(entries.get(PER), faults,
        one -> one.text(word -> EnumNames.constant(PER, List.of(Per.values()), word)), usual.per());
    long delayPs = WatchdogText.or(entries.get(DELAY), faults, CnpText::time, usual.delayPs());
    int priority = WatchdogText.or(entries.get(PRIORITY), faults, one -> (int) one.whole(1, MOST_PRIORITY), usual.priority());
    return new CnpRules(intervalPs, per, delayPs, priority);
  }

  private static long time(YamlNode value) {
    return value.text(word -> {
      long ps = Units.time(word);
      if (ps > CnpRules.LONGEST_PS) {
        throw new IllegalArgumentException(value.what() + " " + word + " is above " + Units.formatTime(CnpRules.LONGEST_PS));
      }
      return ps;
    });
  }

  /** Returns the text from which the same rules can be read; null for the default ones. */
  public static @Nullable String write(CnpRules rules) {
    if (rules.equals(CnpRules.DEFAULT)) {
      return null;
    }
    String interval = rules.intervalPs() == CnpRules.OF_SCHEME
        ? ""
        : INTERVAL + ": " + Units.formatTime(rules.intervalPs()) + ", ";
    return "{" + interval + PER + ": " + EnumNames.of(rules.per()) + ", " + DELAY + ": " + Units.formatTime(rules.delayPs())
        + ", " + PRIORITY + ": " + rules.priority() + "}";
  }
}
