package dev.inflight.lab.experiment;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs with scenarios that differ only in the seed or the member of an ensemble.
 *
 * @param label name among other experiments: the values in which the scenarios differ, such as {@code dcqcn, load 0.5}; the run's
 *   name where they are equal or unknown
 * @param runs runs of the experiment, in the order in which they were named; at least one
 */
public record Experiment(String label, List<StoredRun> runs) {
  /** Groups runs, in the order in which the first of each was named; a second run with the same seed and member is alone. */
  public static List<Experiment> of(List<StoredRun> runs) {
    Map<Object, List<StoredRun>> members = new LinkedHashMap<>();
    Map<Object, Map<String, String>> scenarios = new LinkedHashMap<>();
    Map<Map<String, String>, Set<String>> draws = new HashMap<>();
    for (StoredRun run : runs) {
      Map<String, String> keys = scenario(run);
      String draw = keys.getOrDefault(ResolvedScenario.SEED, "") + " " + Draw.memberOf(keys);
      keys = ResolvedScenario.ofExperiment(keys);
      Object of = keys.isEmpty() || !draws.computeIfAbsent(keys, _ -> new HashSet<>()).add(draw) ? run : keys;
      members.computeIfAbsent(of, _ -> new ArrayList<>()).add(run);
      scenarios.put(of, keys);
    }
    List<String> names = members.values().stream().map(of -> of.getFirst().name()).toList();
    List<String> labels = ScenarioLabels.of(List.copyOf(scenarios.values()), names);
    var experiments = new ArrayList<Experiment>();
    members.values().forEach(of -> experiments.add(new Experiment(labels.get(experiments.size()), List.copyOf(of))));
    return List.copyOf(experiments);
  }

  /** Keys that identify an experiment; none where the scenario cannot be read. */
  static Map<String, String> keys(StoredRun run) {
    return ResolvedScenario.ofExperiment(scenario(run));
  }

  /** All keys of a run; none where the scenario cannot be read. */
  public static Map<String, String> scenario(StoredRun run) {
    Path file = run.folder().resolve(RunFolder.SCENARIO);
    if (!Files.isRegularFile(file)) {
      return Map.of();
    }
    try {
      return ResolvedScenario.read(file).keys();
    } catch (InputError unreadable) {
      return Map.of(); // each command's check of the folder warns of it
    }
  }
}
