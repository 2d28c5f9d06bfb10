package dev.inflight.lab.experiment;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.Sweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Differences between runs: for one sweep the keys that it varies, for other runs the keys in which their scenarios differ.
 *
 * @param keys keys with different values
 * @param words short word before a value of each key in legends and labels; empty where the value is clear by itself
 * @param values value of each key, by run, in the order of the runs; empty for a run without one
 * @param isSweep true if the runs are points of one sweep
 */
public record RunAxes(List<String> keys, List<String> words, List<List<String>> values, boolean isSweep) {
  /** The keys with pooled values. */
  public static final List<String> POOLED = List.of(ResolvedScenario.SEED, EnsembleMember.PLACE);
  /** Most keys, as a reader cannot use more. */
  private static final int MOST_KEYS = 12;
  /** Names of folders that do not describe their content. */
  private static final Pattern NOTHING = Pattern.compile("(?i)(run|out|output|result|results|test|tmp|point|[a-z])?[-_.]?\\d*");

  /** Returns the differences between these runs. */
  public static RunAxes of(List<StoredRun> runs) {
    Set<Path> parents = runs.stream().map(run -> run.folder().toAbsolutePath().normalize().getParent()).filter(Objects::nonNull)
        .collect(Collectors.toSet());
    if (parents.size() == 1 && Sweeps.isOne(parents.iterator().next())) {
      List<Sweeps.Point> points = Sweeps.points(parents.iterator().next());
      List<String> keys = points.isEmpty()
          ? List.of()
          : points.getFirst().values().keySet().stream().map(column -> column.replace('_', '.')).toList(); // as --set names them
      Map<String, List<String>> byFolder = new HashMap<>();
      points.forEach(point -> byFolder.put(point.run(), List.copyOf(point.values().values())));
      List<String> none = keys.stream().map(_ -> "").toList();
      List<String> words = KeyWords.of(keys).stream().map(word -> word.equals(ScenarioPlaces.SCHEME) ? "" : word).toList();
      return new RunAxes(keys, words, runs.stream()
          .map(run -> byFolder.getOrDefault(run.folder().toAbsolutePath().normalize().getFileName().toString(), none)).toList(),
          true);
    }
    ScenarioPlaces places = ScenarioPlaces.of(runs.stream().map(Experiment::keys).toList());
    var keys = new ArrayList<String>();
    var words = new ArrayList<String>();
    places.keys().stream().limit(MOST_KEYS).forEach(keys::add);
    places.words().stream().limit(MOST_KEYS).forEach(words::add);
    List<List<String>> draws = runs.stream().map(RunAxes::draw).toList();
    List<Integer> drawn = IntStream.range(0, POOLED.size())
        .filter(at -> draws.stream().map(draw -> draw.get(at)).distinct().count() > 1).boxed().toList();
    drawn.forEach(at -> keys.add(POOLED.get(at)));
    words.addAll(KeyWords.of(drawn.stream().map(POOLED::get).toList()));
    var values = new ArrayList<List<String>>();
    for (int run = 0; run < runs.size(); run++) {
      var ofRun = new ArrayList<>(places.values(run).subList(0, Math.min(MOST_KEYS, places.values(run).size())));
      List<String> draw = draws.get(run);
      drawn.forEach(at -> ofRun.add(draw.get(at)));
      values.add(ofRun);
    }
    return new RunAxes(keys, words, values, false);
  }

  /** Largest number of runs that differ only in pooled keys. */
  public int mostPooled() {
    List<Integer> others = IntStream.range(0, keys.size()).filter(at -> !POOLED.contains(keys.get(at))).boxed().toList();
    Map<List<String>, Integer> runs = new HashMap<>();
    values.forEach(ofRun -> runs.merge(others.stream().map(ofRun::get).toList(), 1, Integer::sum));
    return runs.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /**
   * Returns each run's line in a figure along a key: its values of the keys other than this key and the pooled ones. Runs of one
   * line have the same label.
   *
   * @param key one of the keys
   */
  public List<String> lines(String key) {
    List<Integer> others = IntStream.range(0, keys.size())
        .filter(at -> !keys.get(at).equals(key) && !POOLED.contains(keys.get(at))).boxed().toList();
    List<List<String>> rows = values.stream().map(ofRun -> others.stream().map(ofRun::get).toList()).toList();
    List<List<String>> distinct = rows.stream().distinct().toList();
    List<String> labels = ScenarioLabels.of(others.stream().map(words::get).toList(), distinct,
        IntStream.range(0, distinct.size()).mapToObj(at -> at == 0 ? "all runs" : "line " + (at + 1)).toList());
    return rows.stream().map(row -> labels.get(distinct.indexOf(row))).toList();
  }

  /** Returns a run's values of the pooled keys. */
  private static List<String> draw(StoredRun run) {
    String seed = run.summary() == null ? null : run.summary().text(ResolvedScenario.SEED);
    return List.of(seed == null ? "" : seed, Integer.toString(Draw.memberOf(Experiment.scenario(run))));
  }

  /** Returns the runs with unique names; where no folder's name describes its content, the names are the differing values. */
  public List<StoredRun> named(List<StoredRun> runs) {
    if (runs.size() < 2 || keys.isEmpty() || !runs.stream()
        .allMatch(run -> NOTHING.matcher(run.folder().toAbsolutePath().normalize().getFileName().toString()).matches())) {
      return runs;
    }
    List<String> names = ScenarioLabels.of(words, values, runs.stream().map(StoredRun::name).toList());
    return IntStream.range(0, runs.size()).mapToObj(at -> {
      StoredRun run = runs.get(at);
      return new StoredRun(names.get(at), run.folder(), run.state(), run.summary());
    }).toList();
  }
}
