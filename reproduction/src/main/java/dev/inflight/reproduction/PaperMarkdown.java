package dev.inflight.reproduction;

import dev.inflight.reproduction.figure.Claim;
import dev.inflight.reproduction.figure.Figure;
import dev.inflight.lab.print.Version;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The claims of figures as a page of documentation. */
final class PaperMarkdown {
  private static final int DIGITS = 4;

  private PaperMarkdown() {
  }

  static String of(List<PaperRun.Checked> figures, ToDoubleFunction<Figure> share) {
    var text = new StringBuilder("# The paper's figures, reproduced\n\n");
    text.append("Written by `./inflight paper ... --markdown FILE` of these figures, version ").append(Version.number())
        .append(".\n").append("[validation.md](validation.md#the-papers-figures) says what is run and how bounds are chosen.\n");
    List<String> reasons = new ArrayList<>();
    for (PaperRun.Checked checked : figures) {
      Figure figure = checked.figure();
      text.append("\n## ").append(figure.name()).append(": ").append(figure.title()).append("\n\n");
      if (figure.fullMs() > 0) {
        text.append("Runs: ").append(span(figure, share.applyAsDouble(figure))).append(".\n\n");
      }
      text.append("| measured | published | ours | ours / published | bound | verdict |\n|---|---|---|---|---|---|\n");
      checked.claims().forEach(claim -> text.append(row(claim, reasons)));
      appendRuns(text, checked.runs());
    }
    if (!reasons.isEmpty()) {
      text.append('\n');
      for (int at = 0; at < reasons.size(); at++) {
        text.append(at + 1).append(". ").append(reasons.get(at)).append(".\n");
      }
    }
    return text.toString();
  }

  private static void appendRuns(StringBuilder text, List<List<String>> runs) {
    for (int at = 0; at < runs.size(); at++) {
      text.append(at == 0 ? "\n| " : "| ").append(String.join(" | ", runs.get(at))).append(" |\n");
      if (at == 0) {
        text.append("|---".repeat(runs.getFirst().size())).append("|\n");
      }
    }
  }

  private static String row(Claim claim, List<String> reasons) {
    String reason = PaperText.reason(claim);
    if (!reason.isEmpty() && !reasons.contains(reason)) {
      reasons.add(reason);
    }
    return "| " + String.join(" | ", claim.statement(), claim.published(), claim.oursText(), claim.ratioText(),
        claim.bound().text(), PaperText.verdict(claim) + (reason.isEmpty() ? "" : " [" + (reasons.indexOf(reason) + 1) + "]"))
        + " |\n";
  }

  /** For how long flows start. */
  static String span(Figure figure, double share) {
    String full = number(figure.fullMs()) + " ms";
    return share == 1
        ? "flows start for " + full + ", at full scale"
        : "flows start for " + number(figure.fullMs() * share) + " ms, of " + full + " at full scale";
  }

  static String number(double value) {
    return new BigDecimal(value).round(new MathContext(DIGITS)).stripTrailingZeros().toPlainString();
  }
}
