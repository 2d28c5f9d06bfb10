package dev.inflight.lab.compare;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.store.ResolvedScenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs of one experiment, each with another seed or member of an ensemble.
 *
 * @param label letter of the experiment
 * @param scenario keys of the experiment's scenario
 * @param byDraw runs of the experiment
 */
public record RunGroup(String label, Map<String, String> scenario, Map<Draw, ComparedRun> byDraw) {
  private static final Draw UNKNOWN = new Draw(0, 0);

  /**
   * Groups runs with scenarios that differ only in the draw, in the order in which they were named. A run of an unknown scenario,
   * and a second run with a draw, form groups of their own.
   */
  public static List<RunGroup> of(List<ComparedRun> runs) {
    Map<Object, TreeMap<Draw, ComparedRun>> members = new LinkedHashMap<>();
    List<Map<String, String>> scenarios = ComparedRun.scenarios(runs);
    for (int at = 0; at < runs.size(); at++) {
      ComparedRun run = runs.get(at);
      Map<String, String> keys = scenarios.get(at);
      Draw known = Draw.of(run.seed(), keys);
      Draw draw = known == null ? UNKNOWN : known;
      Map<String, String> scenario = ResolvedScenario.ofExperiment(keys);
      Object of = scenario.isEmpty() || known == null ? run : scenario;
      TreeMap<Draw, ComparedRun> here = members.computeIfAbsent(of, _ -> new TreeMap<>());
      if (here.putIfAbsent(draw, run) != null) {
        members.put(run, new TreeMap<>(Map.of(draw, run)));
      }
    }
    var groups = new ArrayList<RunGroup>();
    members.values().forEach(
        here -> groups
            .add(new RunGroup(Comparison.label(groups.size()), scenarios.get(runs.indexOf(here.firstEntry().getValue())), here)));
    return groups;
  }
}
