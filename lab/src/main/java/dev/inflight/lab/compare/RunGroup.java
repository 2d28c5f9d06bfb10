package dev.inflight.lab.compare;

import dev.inflight.lab.store.ResolvedScenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs of one experiment, with a seed each.
 *
 * @param label a letter for it
 * @param scenario the keys of its scenario
 * @param bySeed its runs
 */
public record RunGroup(String label, Map<String, String> scenario, Map<Long, ComparedRun> bySeed) {
  /**
   * Puts together runs whose scenarios differ in nothing but the seed, in the order in which they were named. Runs of which no scenario
   * is known, and a second run with a seed, stand alone.
   */
  static List<RunGroup> of(List<ComparedRun> runs) {
    Map<Object, TreeMap<Long, ComparedRun>> members = new LinkedHashMap<>();
    for (ComparedRun run : runs) {
      Long seed = run.seed();
      Map<String, String> scenario = ResolvedScenario.ofExperiment(run.scenario());
      Object of = scenario.isEmpty() || seed == null ? run : scenario;
      TreeMap<Long, ComparedRun> here = members.computeIfAbsent(of, _ -> new TreeMap<>());
      if (here.putIfAbsent(seed == null ? 0 : seed, run) != null) {
        members.put(run, new TreeMap<>(Map.of(seed == null ? 0 : seed, run)));
      }
    }
    var groups = new ArrayList<RunGroup>();
    members.values().forEach(
        here -> groups.add(new RunGroup(Comparison.label(groups.size()), here.firstEntry().getValue().scenario(), here)));
    return groups;
  }
}
