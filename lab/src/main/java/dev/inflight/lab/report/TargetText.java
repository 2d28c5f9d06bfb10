package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.result.targets.TargetResult;
import java.util.List;
import java.util.stream.Collectors;

/** Screen text about a run's targets. */
public final class TargetText {
  private static final int VERDICT = 8;

  private TargetText() {
  }

  /**
   * Returns the number of met targets and a line for each target; an empty text without targets.
   *
   * @param label width of the column of labels, in characters
   */
  static String show(List<TargetResult> targets, int label) {
    if (targets.isEmpty()) {
      return "";
    }
    long missed = targets.stream().filter(target -> !target.met()).count();
    String met = targets.size() == 1 ? "met" : "all " + targets.size() + " met";
    var text = new StringBuilder(Humanize.left("targets", label));
    text.append(missed == 0 ? met : Humanize.count(missed) + " of " + Humanize.count(targets.size()) + " MISSED").append('\n');
    int width = targets.stream().mapToInt(target -> Quoted.printable(target.text()).length()).max().orElse(0) + 2;
    targets.forEach(target -> text.append(" ".repeat(label)).append(Humanize.left(target.verdict(), VERDICT))
        .append(Humanize.left(Quoted.printable(target.text()), width)).append(target.shown()).append('\n'));
    return text.toString();
  }

  /** Lines of missed targets, as a quiet run prints them; empty if all are met. */
  public static String missed(List<TargetResult> targets) {
    return targets.stream().filter(target -> !target.met())
        .map(target -> "target missed: " + Quoted.printable(target.text()) + ", it is " + target.shown() + "\n")
        .collect(Collectors.joining());
  }
}
