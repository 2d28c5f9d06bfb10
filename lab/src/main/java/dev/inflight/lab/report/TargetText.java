package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.result.targets.TargetResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the screen shows of a run's targets. */
public final class TargetText {
  private static final int VERDICT = 8;

  private TargetText() {
  }

  /** How many are met, and a line for each; none without targets. */
  static List<String> lines(List<TargetResult> targets) {
    var lines = new ArrayList<String>();
    if (targets.isEmpty()) {
      return lines;
    }
    long missed = targets.stream().filter(target -> !target.met()).count();
    String met = targets.size() == 1 ? "met" : "all " + targets.size() + " met";
    lines.add(missed == 0 ? met : Humanize.count(missed) + " of " + Humanize.count(targets.size()) + " MISSED");
    int width = targets.stream().mapToInt(target -> Quoted.printable(target.text()).length()).max().orElse(0) + 2;
    targets.forEach(target -> lines
        .add(Humanize.left(target.verdict(), VERDICT) + Humanize.left(Quoted.printable(target.text()), width) + target.shown()));
    return lines;
  }

  /** The targets that were missed, a line each, as a quiet run prints them; empty when all are met. */
  public static String missed(List<TargetResult> targets) {
    return targets.stream().filter(target -> !target.met())
        .map(target -> "target missed: " + Quoted.printable(target.text()) + ", it is " + target.shown() + "\n")
        .collect(Collectors.joining());
  }
}
