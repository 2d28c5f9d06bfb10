package dev.inflight.lab.experiment;

import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.Sweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What differs between runs: of one sweep the keys that it varies, of other runs the places at which their scenarios differ.
 *
 * @param keys names of what differs
 * @param values of each run, in the order of the runs, the value of each key; empty where it has none
 * @param isSweep whether the runs are those of one sweep
 */
public record RunAxes(List<String> keys, List<List<String>> values, boolean isSweep) {
  /** The key whose values are pooled. */
  public static final String SEED = ResolvedScenario.SEED;
  private static final String SCHEME = "scheme";
  private static final int LONGEST_LABEL = 80;
  /** A reader cannot use more than these. */
  private static final int MOST_KEYS = 12;
  /** Names of folders that say nothing about what is in them. */
  private static final Pattern NOTHING = Pattern.compile("(?i)(run|out|output|result|results|test|tmp|point|[a-z])?[-_.]?\\d*");

  /** What differs between these runs. */
  public static RunAxes of(List<StoredRun> runs) {
    Set<Path> parents = runs.stream().map(run -> run.folder().toAbsolutePath().normalize().getParent()).filter(Objects::nonNull)
        .collect(Collectors.toSet());
    if (parents.size() == 1 && Sweeps.isOne(parents.iterator().next())) {
      List<Sweeps.Point> points = Sweeps.points(parents.iterator().next());
      List<String> keys = points.isEmpty() ? List.of() : List.copyOf(points.getFirst().values().keySet());
      Map<String, List<String>> byFolder = new HashMap<>();
      points.forEach(point -> byFolder.put(point.run(), List.copyOf(point.values().values())));
      List<String> none = keys.stream().map(_ -> "").toList();
      return new RunAxes(keys, runs.stream()
          .map(run -> byFolder.getOrDefault(run.folder().toAbsolutePath().normalize().getFileName().toString(), none)).toList(),
          true);
    }
    Map<String, List<String>> differing = new LinkedHashMap<>(
        ScenarioLabels.differences(runs.stream().map(Experiment::keys).toList()));
    List<String> schemes = differing.get(SCHEME);
    if (schemes != null) {
      differing.values().removeIf(values -> values != schemes && isDefault(schemes, values));
    }
    List<String> seeds = runs.stream().map(RunAxes::seed).toList();
    if (new HashSet<>(seeds).size() > 1) {
      differing.put(SEED, seeds);
    }
    List<String> keys = differing.keySet().stream().limit(MOST_KEYS).toList();
    var values = new ArrayList<List<String>>();
    for (int run = 0; run < runs.size(); run++) {
      int at = run;
      values.add(keys.stream().map(key -> differing.getOrDefault(key, List.of()).get(at)).toList());
    }
    return new RunAxes(keys, List.copyOf(values), false);
  }

  /** Whether values are lists or maps that follow the scheme, as its defaults do. */
  private static boolean isDefault(List<String> schemes, List<String> values) {
    Map<String, String> ofScheme = new HashMap<>();
    for (int run = 0; run < values.size(); run++) {
      String value = values.get(run);
      String before = ofScheme.putIfAbsent(schemes.get(run), value);
      if (before != null && !before.equals(value)) {
        return false;
      }
    }
    return values.stream().anyMatch(value -> value.startsWith("{") || value.startsWith("["));
  }

  private static String seed(StoredRun run) {
    String seed = run.summary() == null ? null : run.summary().text(SEED);
    return seed == null ? "" : seed;
  }

  /** The runs, named by what differs where all names of their folders say nothing; all names differ. */
  public List<StoredRun> named(List<StoredRun> runs) {
    if (runs.size() < 2 || keys.isEmpty() || !runs.stream()
        .allMatch(run -> NOTHING.matcher(run.folder().toAbsolutePath().normalize().getFileName().toString()).matches())) {
      return runs;
    }
    var used = new HashSet<String>();
    var named = new ArrayList<StoredRun>();
    for (int at = 0; at < runs.size(); at++) {
      StoredRun run = runs.get(at);
      String label = label(values.get(at));
      String unique = !label.isEmpty() && used.add(label) ? label : (label + " (" + run.name() + ")").strip();
      used.add(unique);
      named.add(new StoredRun(unique, run.folder(), run.state(), run.summary()));
    }
    return List.copyOf(named);
  }

  /** Without the place in a list: {@code load} of {@code flows_0_load}. */
  private static String shortened(String key) {
    return key.replaceFirst("^.*[._]\\d+[._]", "").replaceFirst("^.*\\.", "");
  }

  private String label(List<String> ofRun) {
    var parts = new ArrayList<String>();
    for (int key = 0; key < keys.size(); key++) {
      String value = ofRun.get(key);
      if (!value.isEmpty()) {
        parts.add(
            keys.get(key).equals(SCHEME) ? value : shortened(keys.get(key)) + " " + value);
      }
    }
    String label = String.join(", ", parts);
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 3) + "...";
  }
}
