package dev.inflight.lab.scenario.key;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Shape;
import dev.inflight.net.route.RerouteDelays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Key of the time until routing avoids a failure. */
final class RerouteKey {
  private static final String DETECTION = "detection";
  private static final String CONVERGENCE = "convergence";
  private static final String NODES = "nodes";
  /** Maximum delay in ps within the range of the clock. */
  private static final long LONGEST_PS = 1_000_000_000_000_000L;

  static final ScenarioKey KEY = new ScenarioKey("reroute", "delay until nodes use other routes after cables fail or come back",
      RerouteKey::shape, false, Layout.values(DETECTION, CONVERGENCE, NODES),
      (value, reading) -> reading.setup().reroute = read(value, reading.draft()::node),
      scenario -> write(scenario.setup().reroute())).writtenWhere(setup -> !setup.reroute().areNone());

  private RerouteKey() {
  }

  private static Shape shape() {
    return Shape.map(List.of(),
        StructuredKeys.entries(DETECTION, Shape.TIME.orSweep().described("time until the two ends of a cable detect the change"),
            CONVERGENCE, Shape.TIME.orSweep().described("time from then until all nodes use new routes"), NODES,
            Shape.texts().described("nodes with their own convergence time")));
  }

  private static RerouteDelays read(YamlNode value, ToIntFunction<YamlNode> node) {
    Map<String, YamlNode> entries = value.entries(List.of(DETECTION, CONVERGENCE, NODES));
    var nodes = new TreeMap<Integer, Long>();
    YamlNode exceptions = entries.get(NODES);
    if (exceptions != null) {
      for (Map.Entry<YamlNode, YamlNode> pair : exceptions.pairs()) {
        long delayPs = time(pair.getValue());
        if (nodes.put(node.applyAsInt(pair.getKey()), delayPs) != null) {
          throw pair.getKey().place().error("nodes has two delays for node " + Quoted.of(pair.getKey().text(word -> word)));
        }
      }
    }
    return new RerouteDelays(timeOrZero(entries, DETECTION), timeOrZero(entries, CONVERGENCE), nodes);
  }

  private static long timeOrZero(Map<String, YamlNode> entries, String key) {
    YamlNode value = entries.get(key);
    return value == null ? 0 : time(value);
  }

  private static long time(YamlNode value) {
    long ps = value.text(Units::time);
    if (ps > LONGEST_PS) {
      throw value.place().error(value.what() + " " + Units.formatTime(ps) + " is above " + Units.formatTime(LONGEST_PS));
    }
    return ps;
  }

  private static String write(RerouteDelays delays) {
    String nodes = delays.nodes().entrySet().stream().map(one -> one.getKey() + ": " + Units.formatTime(one.getValue()))
        .collect(Collectors.joining(", ", ", nodes: {", "}"));
    return "{detection: " + Units.formatTime(delays.detectionPs()) + ", convergence: " + Units.formatTime(delays.convergencePs())
        + (delays.nodes().isEmpty() ? "" : nodes) + "}";
  }
}
