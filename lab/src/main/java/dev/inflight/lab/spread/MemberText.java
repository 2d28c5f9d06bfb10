package dev.inflight.lab.spread;

import dev.inflight.lab.ensemble.Draw;
import dev.inflight.lab.experiment.Experiment;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.store.ResolvedScenario;
import dev.inflight.lab.store.StoredRun;
import dev.inflight.lab.store.Sweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Text about other members of an ensemble, for a flow's explanation: the flow is slow in all of them, or by chance in this one.
 */
public final class MemberText {
  private static final double PS_PER_S = 1e12;

  private MemberText() {
  }

  /**
   * Lines about a flow's FCT in the members of the run's ensemble; none without an ensemble, or if a member lacks the FCT.
   *
   * @param run the run's folder
   * @param flow the flow's number
   */
  public static List<String> of(Path run, int flow) {
    Path parent = run.toAbsolutePath().normalize().getParent();
    if (parent == null || !Sweeps.isOne(parent)) {
      return List.of();
    }
    List<StoredRun> members = alike(run.toAbsolutePath().normalize(),
        StoredRun.open(Sweeps.runsOf(parent, true).stream().filter(StoredRun::isOne).toList(), true));
    if (members.size() < 2) {
      return List.of();
    }
    FlowTimes times = FlowTimes.read(members);
    int place = times.names().indexOf(Integer.toString(flow));
    if (place < 0) {
      return List.of();
    }
    var measure = new MeasureSpread("", "", "s", Arrays.stream(times.fctPs().get(place)).map(ps -> ps / PS_PER_S).toArray());
    var lines = new ArrayList<>(List.of(""));
    lines.addAll(TextColumns
        .wrap("This run is one of " + members.size() + " members of an ensemble, with cables that differ by a few picoseconds."
            + " In all of them the flow takes " + time(measure.mean()) + " on average, " + time(measure.least()) + " to "
            + time(measure.most()) + " (spread " + SpreadText.share(measure.cv()) + ").", "", TextColumns.WIDTH));
    return lines;
  }

  private static String time(double seconds) {
    return Humanize.time(Math.round(seconds * PS_PER_S));
  }

  /** Returns the run, and those that differ from it only in the member; none if no cables differ. */
  private static List<StoredRun> alike(Path run, List<StoredRun> all) {
    List<StoredRun> ended = all.stream().filter(one -> !one.state().isPartial()).toList();
    for (Experiment experiment : Experiment.of(ended)) {
      Optional<StoredRun> here = experiment.runs().stream().filter(one -> isAt(run, one)).findFirst();
      if (here.isPresent()) {
        List<StoredRun> members = experiment.runs().stream().filter(one -> seed(one).equals(seed(here.get()))).toList();
        return members.stream().allMatch(one -> Draw.memberOf(Experiment.scenario(one)) == 0) ? List.of() : members;
      }
    }
    return List.of();
  }

  private static boolean isAt(Path run, StoredRun one) {
    return one.folder().toAbsolutePath().normalize().equals(run);
  }

  private static String seed(StoredRun run) {
    return Experiment.scenario(run).getOrDefault(ResolvedScenario.SEED, "");
  }
}
