package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.sim.setup.Series;
import dev.inflight.lab.spec.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Reader and writer of a scenario's time series. */
final class SeriesText {
  static final String KEY = "series";
  /** Flows and ports are always lists, and a port is a pair. */
  static final Layout.Entries LAYOUT = Layout.entries("every", Layout.VALUE, "until", Layout.VALUE, "flows", new Layout.Value(1),
      "ports", new Layout.Value(2), "ranks", Layout.VALUE);
  private static final String NONE = "none";
  private static final String ALL = "all";
  private static final String TO_HOSTS = "to-hosts";

  private SeriesText() {
  }

  /**
   * Returns the series of the key's value: {@code none}, or intervals and the recorded flows and ports.
   *
   * @param node returns the number of a node in the value
   */
  static Series read(YamlNode value, ToIntFunction<YamlNode> node) {
    if (value.isText()) {
      value.text(SeriesText::none);
      return Series.NONE;
    }
    Map<String, YamlNode> entries = value.entries(LAYOUT.names());
    YamlNode every = entries.get("every");
    if (every == null) {
      throw value.place().error("'every' is missing in series; give a period, as in {every: 1us}");
    }
    YamlNode until = entries.get("until");
    YamlNode flows = entries.get("flows");
    YamlNode ports = entries.get("ports");
    YamlNode ranks = entries.get("ranks");
    return new Series(ScenarioValues.positiveTime(every),
        until == null ? Series.NONE.untilPs() : until.text(ScenarioValues::timeOrUnlimited),
        flows == null ? Series.NONE.flows() : flows(flows), ports == null ? Series.NONE.ports() : ports(ports, node),
        ranks == null ? Series.NONE.ranks() : ranks.text(word -> oneOf(ranks, word, List.of(ALL, NONE))).equals(ALL));
  }

  private static String none(String word) {
    if (!word.equals(NONE)) {
      throw new IllegalArgumentException(
          "series must be none, or keys and values as in {every: 1us, flows: all}, found " + Quoted.of(word));
    }
    return word;
  }

  private static Series.Flows flows(YamlNode value) {
    if (!value.isList()) {
      String word = value.text(text -> oneOf(value, text, List.of(ALL, NONE)));
      return word.equals(ALL) ? Series.Flows.ALL : Series.Flows.NONE;
    }
    var numbers = new ArrayList<Integer>();
    for (YamlNode item : value.items()) {
      numbers.add((int) item.whole(0, Integer.MAX_VALUE));
    }
    return new Series.Flows(false, numbers);
  }

  private static Series.Ports ports(YamlNode value, ToIntFunction<YamlNode> node) {
    if (!value.isList()) {
      return switch (value.text(text -> oneOf(value, text, List.of(TO_HOSTS, ALL, NONE)))) {
        case TO_HOSTS -> Series.Ports.TO_HOSTS;
        case ALL -> Series.Ports.ALL;
        default -> Series.Ports.NONE;
      };
    }
    var ports = new ArrayList<Series.Port>();
    for (YamlNode item : value.items()) {
      List<YamlNode> pair = item.isText() ? written(item) : item.items();
      if (pair.size() != 2) {
        throw item.place().error(
            "a port must be a list of a node and a port number of that node, as in [17, 1], found "
                + Humanize.count(pair.size(), "value"));
      }
      ports.add(new Series.Port(node.applyAsInt(pair.get(0)), (int) pair.get(1).whole(1, Integer.MAX_VALUE)));
    }
    return new Series.Ports(Series.Ports.Kind.LISTED, ports);
  }

  /** Node and number of a port in the form {@code NODE:PORT}. */
  private static List<YamlNode> written(YamlNode item) {
    return item.text(port -> {
      int colon = port.lastIndexOf(':');
      if (colon <= 0 || colon == port.length() - 1) {
        throw new IllegalArgumentException(
            item.what() + " " + Quoted.of(port)
                + " is not a port; write its node and its number there, as in [17, 1] or \"17:1\"");
      }
      return List.of(item.part(port.substring(0, colon)), item.part(port.substring(colon + 1)));
    });
  }

  private static String oneOf(YamlNode value, String word, List<String> known) {
    if (!known.contains(word)) {
      throw new IllegalArgumentException("unknown " + value.what() + " " + Quoted.of(word) + Suggestion.hint(word, known));
    }
    return word;
  }

  /** Returns the text from which {@link #read} reads the same value. */
  static String write(Series series) {
    if (!series.isOn()) {
      return NONE;
    }
    String until = series.untilPs() == Long.MAX_VALUE ? ScenarioValues.UNLIMITED : Units.formatTime(series.untilPs());
    return "{every: " + Units.formatTime(series.everyPs()) + ", until: " + until + ", flows: " + write(series.flows())
        + ", ports: " + write(series.ports()) + ", ranks: " + (series.ranks() ? ALL : NONE) + "}";
  }

  private static String write(Series.Flows flows) {
    return flows.all() ? ALL : flows.numbers().isEmpty() ? NONE : Objects.toString(flows.numbers());
  }

  private static String write(Series.Ports ports) {
    return switch (ports.kind()) {
      case TO_HOSTS -> TO_HOSTS;
      case ALL -> ALL;
      case LISTED -> ports.listed().isEmpty()
          ? NONE
          : ports.listed().stream().map(port -> "[" + port.node() + ", " + port.number() + "]")
              .collect(Collectors.joining(", ", "[", "]"));
    };
  }
}
