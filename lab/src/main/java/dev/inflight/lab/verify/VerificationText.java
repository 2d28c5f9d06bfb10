package dev.inflight.lab.verify;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.NumberColumns;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.spread.MeasureSpread;
import dev.inflight.lab.spread.SpreadText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Screen text that compares full and fast runs. */
public final class VerificationText {
  private static final int MOST_TABLES = 4;
  private static final List<String> HEAD = List.of("", "full", "fast", "difference", "allowed");
  private static final List<String> HEAD_OF_MEMBERS = List.of("", "full", "fast", "difference", "allowed", "cv full", "cv fast");
  private static final List<String> SUMMARY = List.of("scenario", "largest judged difference", "flows, mean", "flows, largest",
      "packet-hops", "wall time", "verdict");

  private VerificationText() {
  }

  /** Returns a table per pair, or a row per pair if there are many; and the differences that exceed the requested error. */
  public static String write(Verification found) {
    var text = new StringBuilder();
    if (found.pairs().size() > MOST_TABLES) {
      var table = new NumberColumns(SUMMARY);
      found.pairs().forEach(pair -> table.add(summary(pair)));
      table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
    } else {
      found.pairs().forEach(pair -> {
        text.append(text.isEmpty() ? "" : "\n").append(title(pair)).append('\n');
        var table = new NumberColumns(head(pair));
        rows(pair).forEach(table::add);
        table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
      });
    }
    return text.append(found.isMissed() ? missed(found) : "verified: all that is judged is within the error asked for\n")
        .toString();
  }

  /** Returns lines of the differences that exceed the requested error. */
  public static String missed(Verification found) {
    var text = new StringBuilder();
    for (VerifiedPair pair : found.pairs()) {
      misses(pair).forEach(
          line -> TextColumns.wrap("MISSED: " + line, "", TextColumns.WIDTH).forEach(part -> text.append(part).append('\n')));
    }
    if (found.pairs().stream().anyMatch(pair -> pair.isMissed() && pair.runs() == 1)) {
      text.append("One run of each cannot distinguish an error from chance; --ensemble 8 runs eight, and can.\n");
    }
    return text.toString();
  }

  /** Returns sentences about a pair's differences that exceed their limits. */
  static List<String> misses(VerifiedPair pair) {
    String of = pair.name().isEmpty() ? "" : " (" + Quoted.printable(pair.name()) + ")";
    var lines = new ArrayList<String>();
    pair.missed()
        .forEach(measure -> lines.add(Quoted.printable(measure.title()) + (measure.isLacking()
            ? " is known in " + known(measure.full(), "full", pair) + " and in " + known(measure.fast(), "fast", pair)
            : " differs by " + signed(measure) + ", and " + allowed(measure) + " is allowed") + of));
    finished(pair.flows().onlyFull(), "full", "fast", of, lines);
    finished(pair.flows().onlyFast(), "fast", "full", of, lines);
    VerifiedFlows.Spread spread = pair.flows().spread();
    if (spread != null && pair.flows().isFurther()) {
      lines.add("flows differ by more than chance: z is " + Humanize.decimal(spread.zRms(), 2) + " rms, and "
          + Humanize.decimal(VerifiedFlows.MOST_Z, 1) + " is allowed" + of);
    }
    return lines;
  }

  private static String known(double[] values, String kind, VerifiedPair pair) {
    return values.length + " of " + Humanize.count(pair.runs(), kind + " run");
  }

  /** Adds a sentence about flows that runs of one kind finish and runs of the other kind do not, if any. */
  private static void finished(List<String> flows, String here, String there, String of, List<String> lines) {
    if (!flows.isEmpty()) {
      lines.add(
          Humanize.count(flows.size(), "flow") + (flows.size() == 1 ? " finishes in " : " finish in ") + here + " and not in "
              + there + ", " + (flows.size() == 1 ? "" : "such as ") + "flow " + Quoted.printable(flows.getFirst()) + of);
    }
  }

  /** Title of a pair. */
  static String title(VerifiedPair pair) {
    return "fast against full, " + Humanize.count(pair.runs(), "run") + " of each, error asked for "
        + SpreadText.share(pair.error()) + ", estimated " + SpreadText.share(pair.cost().estimatedError())
        + (pair.name().isEmpty() ? "" : ": " + Quoted.printable(pair.name()));
  }

  static List<String> head(VerifiedPair pair) {
    return pair.runs() > 1 ? HEAD_OF_MEMBERS : HEAD;
  }

  /** Rows of a pair's table. */
  static List<List<String>> rows(VerifiedPair pair) {
    var rows = new ArrayList<List<String>>();
    boolean members = pair.runs() > 1;
    pair.measures()
        .forEach(measure -> rows.add(row(members, Quoted.printable(measure.title()), shown(measure.fullMean(), measure),
            shown(measure.fastMean(), measure), signed(measure), allowed(measure), cv(measure.full()), cv(measure.fast()))));
    VerifiedFlows flows = pair.flows();
    VerifiedFlows.Spread spread = flows.spread();
    rows.add(row(members, "a flow's FCT, mean difference", "", "", SpreadText.share(flows.differenceMean()), "",
        spread == null ? "" : SpreadText.share(spread.cvFull()), spread == null ? "" : SpreadText.share(spread.cvFast())));
    rows.add(row(members, "largest" + (flows.furthest().isEmpty() ? "" : ", flow " + Quoted.printable(flows.furthest())) + " of "
        + Humanize.count(flows.common()), "", "", SpreadText.share(flows.differenceMax()), "", "", ""));
    if (spread != null) {
      rows.add(row(members, "z of flows, rms", "", "", Humanize.decimal(spread.zRms(), 2),
          spread.isJudged() ? Humanize.decimal(VerifiedFlows.MOST_Z, 1) : "", "", ""));
    }
    if (flows.leftOut() > 0) {
      rows.add(row(members, "flows that only some runs finished", "", "", Humanize.count(flows.leftOut()), "", "", ""));
    }
    rows.add(row(members, "bytes of ports", "", "", SpreadText.share(pair.portBytes()), "", "", ""));
    VerifiedCost cost = pair.cost();
    rows.add(row(members, "packet-hops", Humanize.roughly(cost.fullPacketHops()), Humanize.roughly(cost.fastPacketHops()),
        times(cost.fewerPacketHops()) + " fewer", "", "", ""));
    rows.add(row(members, "wall time", Humanize.seconds(cost.fullSeconds()), Humanize.seconds(cost.fastSeconds()),
        times(cost.lessTime()) + " less", "", "", ""));
    return rows;
  }

  private static List<String> row(boolean members, String name, String full, String fast, String difference, String allowed,
      String cvFull, String cvFast) {
    return members
        ? List.of(name, full, fast, difference, allowed, cvFull, cvFast)
        : List.of(name, full, fast, difference, allowed);
  }

  private static List<String> summary(VerifiedPair pair) {
    double largest = pair.measures().stream().filter(measure -> measure.allowed() != null).map(VerifiedMeasure::difference)
        .mapToDouble(away -> away == null ? 1 : Math.abs(away)).max().orElse(0);
    return List.of(Quoted.printable(pair.name()), SpreadText.share(largest), SpreadText.share(pair.flows().differenceMean()),
        SpreadText.share(pair.flows().differenceMax()), times(pair.cost().fewerPacketHops()) + " fewer",
        times(pair.cost().lessTime()) + " less", pair.isMissed() ? "MISSED" : "met");
  }

  private static String times(double ratio) {
    return Humanize.decimal(ratio, ratio < 10 ? 1 : 0) + "x";
  }

  private static String allowed(VerifiedMeasure measure) {
    Double allowed = measure.allowed();
    return allowed == null ? "" : SpreadText.share(allowed);
  }

  private static String shown(@Nullable Double mean, VerifiedMeasure measure) {
    return mean == null ? "none" : SpreadText.shown(mean, measure.unit());
  }

  private static String cv(double[] values) {
    return values.length < 2 ? "" : SpreadText.share(MeasureSpread.cv(values));
  }

  private static String signed(VerifiedMeasure measure) {
    Double difference = measure.difference();
    return difference == null
        ? measure.fast().length == 0 ? "none in fast" : "none in full"
        : (difference < 0 ? "-" : difference > 0 ? "+" : "") + SpreadText.share(Math.abs(difference));
  }
}
