package dev.inflight.lab.sweep;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.run.Load;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.lab.targets.Targets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Validated points of a sweep; one combination in a thousand may be invalid.
 *
 * @param notes choices by documented rules, without repetitions; most points have the same ones
 * @param warnings likely mistakes of the author, without repetitions
 * @param targets distinct meanings of targets, with their numbers of points
 * @param packetHops estimated packet-hops of each point
 * @param flows largest number of flows of a point
 */
public record SweepCheck(Set<String> notes, Set<String> warnings, Map<String, Integer> targets, List<Double> packetHops,
    long flows) {
  /**
   * Reads the points.
   *
   * @param strict true if warnings about points are errors
   * @param during runs the reading of a point, and shows its progress
   * @throws InputError if a point is invalid; the message names the point
   */
  public static SweepCheck of(SweepFile file, boolean strict, UnaryOperator<Supplier<Scenario>> during) {
    Set<String> notes = new LinkedHashSet<>();
    Set<String> warnings = new LinkedHashSet<>();
    Map<String, Integer> targets = new LinkedHashMap<>();
    var packetHops = new Double[file.count()];
    long flows = 0;
    for (int point = 0; point < file.count(); point++) {
      int at = point;
      try {
        Scenario scenario = during.apply(() -> file.scenario(at)).get();
        if (strict) {
          scenario.requireNoWarnings();
        }
        notes.addAll(scenario.notes());
        warnings.addAll(scenario.warnings());
        Targets.meanings(scenario).forEach(target -> targets.merge(target, 1, Integer::sum));
        packetHops[point] = new Load(scenario.setup()).packetHopsSimulated();
        flows = Math.max(flows, scenario.setup().flows().count());
      } catch (InputError refused) {
        throw refused.with(" (point " + (point + 1) + " of " + file.count() + ": " + text(file.valuesOf(point)) + ")");
      }
    }
    return new SweepCheck(notes, warnings, targets, Arrays.asList(packetHops), flows);
  }

  /** Estimated packet-hops of all points. */
  public double allPacketHops() {
    return packetHops.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Values of a point in the form of {@code --set}. */
  public static String text(Map<String, String> values) {
    return values.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).collect(Collectors.joining(" "));
  }
}
