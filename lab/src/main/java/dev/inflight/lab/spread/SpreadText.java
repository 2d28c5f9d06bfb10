package dev.inflight.lab.spread;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.NumberColumns;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.print.TextColumns;
import java.util.List;

/** Screen text about ensembles. */
public final class SpreadText {
  private static final double PS_PER_S = 1e12;
  /** Shares below this value have more digits, because chance may be small. */
  private static final double SMALL_SHARE = 0.001;
  private static final double LEAST_SHOWN = 5e-7;
  private static final double COUNTED = 1000;

  static final List<String> HEAD = List.of("over the members", "mean", "spread (cv)", "least", "most");

  private SpreadText() {
  }

  /** Returns a table per ensemble, and a sentence about its flows; an empty text without ensembles. */
  public static String write(List<EnsembleSpread> ensembles) {
    var text = new StringBuilder();
    for (EnsembleSpread ensemble : ensembles) {
      text.append(text.isEmpty() ? "" : "\n").append(Quoted.printable(ensemble.title())).append('\n');
      var table = new NumberColumns(HEAD);
      rows(ensemble).forEach(table::add);
      table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
      TextColumns.wrap(flows(ensemble.flows()), "", TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  /** Returns the text for use after other text, with a blank line between. */
  public static String behind(List<EnsembleSpread> ensembles) {
    return ensembles.isEmpty() ? "" : "\n" + write(ensembles);
  }

  /** Table rows of measures, without measures that are 0 in all members. */
  static List<List<String>> rows(EnsembleSpread ensemble) {
    return ensemble.measures().stream().filter(measure -> !measure.isZero())
        .map(measure -> List.of(measure.title(), shown(measure.mean(), measure.unit()), share(measure.cv()),
            shown(measure.least(), measure.unit()), shown(measure.most(), measure.unit())))
        .toList();
  }

  /** Returns a text about the differences of the same flow between two members. */
  static String flows(FlowSpread spread) {
    String leftOut = spread.leftOut() == 0
        ? ""
        : "; " + Humanize.count(spread.leftOut(), "flow") + " that only some members finished left out";
    if (spread.flows() == 0) {
      return "flows: none that all members finished" + leftOut;
    }
    return "flows: the same flow differs between two members by " + share(spread.differenceMean()) + " on average, "
        + share(spread.differenceRms()) + " rms, " + share(spread.differenceMax()) + " at most (flow "
        + Quoted.printable(spread.furthest()) + "), of " + Humanize.count(spread.flows(), "flow") + leftOut;
  }

  /** Formats a share in percent. */
  public static String share(double share) {
    if (share > 0 && share < LEAST_SHOWN) {
      return "< 0.0001 %";
    }
    return Humanize.decimal(100 * share, share < SMALL_SHARE && share != 0 ? 4 : 2) + " %";
  }

  /** Formats a measure's value with its unit: s, B, bit/s or share; empty for a count or a ratio. */
  public static String shown(double value, String unit) {
    return switch (unit) {
      case "s" -> Humanize.time(Math.round(value * PS_PER_S));
      case "B" -> Humanize.bytes(Math.round(value));
      case "bit/s" -> Humanize.rate(Math.round(value));
      case "share" -> share(value);
      default -> value >= COUNTED ? Humanize.count(Math.round(value)) : Humanize.decimal(value, 2);
    };
  }
}
