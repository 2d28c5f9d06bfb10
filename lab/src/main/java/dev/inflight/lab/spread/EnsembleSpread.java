package dev.inflight.lab.spread;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.experiment.Experiment;
import dev.inflight.lab.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spread between members of an ensemble: the size of differences that a few picoseconds cause.
 * FCTs are those of the flows that all members finished.
 *
 * @param name values in which its scenario differs from other ensembles; empty for a single ensemble
 * @param seed seed of all members
 * @param members numbers of two or more members, in order
 * @param runs folders of their runs, in the same order
 * @param measures measures of all members
 * @param flows spread of each flow's FCT
 */
public record EnsembleSpread(String name, long seed, List<Integer> members, List<StoredRun> runs, List<MeasureSpread> measures,
    FlowSpread flows) {
  /** Returns the spreads of runs by experiment and seed, without runs that ended early. */
  public static List<EnsembleSpread> of(List<StoredRun> runs) {
    var found = new ArrayList<EnsembleSpread>();
    List<Experiment> experiments = Experiment.of(runs.stream().filter(run -> !run.state().isPartial()).toList());
    for (Experiment experiment : experiments) {
      Map<Long, List<StoredRun>> bySeed = new TreeMap<>();
      experiment.runs().forEach(run -> {
        Long seed = run.summary() == null ? null : run.summary().whole("seed");
        if (seed != null) {
          bySeed.computeIfAbsent(seed, _ -> new ArrayList<>()).add(run);
        }
      });
      bySeed.forEach((seed, members) -> {
        if (members.size() > 1) {
          found.add(of(experiments.size() > 1 ? experiment.label() : "", seed, members));
        }
      });
    }
    return found;
  }

  private static EnsembleSpread of(String name, long seed, List<StoredRun> unsorted) {
    List<StoredRun> runs = unsorted.stream().sorted(Comparator.comparingInt(EnsembleSpread::member)).toList();
    FlowTimes times = FlowTimes.read(runs);
    return new EnsembleSpread(name, seed, runs.stream().map(EnsembleSpread::member).toList(), runs, RunMeasures.of(runs, times),
        FlowSpread.of(times.names(), times.fctPs(), times.leftOut()));
  }

  private static int member(StoredRun run) {
    return Draw.memberOf(Experiment.scenario(run));
  }

  /** Returns a title with the number of members, the seed and the name. */
  public String title() {
    return "ensemble of " + members.size() + " members, seed " + seed + (name.isEmpty() ? "" : ": " + name);
  }
}
