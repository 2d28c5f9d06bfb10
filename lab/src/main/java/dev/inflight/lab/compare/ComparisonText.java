package dev.inflight.lab.compare;

import dev.inflight.lab.compare.Comparison.Side;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.NumberColumns;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.targets.Targets;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.net.measure.MeasureUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Text of a comparison for the screen: tables with a line for each run. */
public final class ComparisonText {
  private static final int LEAST_OF_SCHEME = 24;
  private static final String UNKNOWN = "-";
  private static final double PS_PER_S = 1e12;

  private final Comparison comparison;
  private final List<Side> sides;
  private final List<String> names;
  private final List<String> shortNames;
  private final int labelWidth;
  private final StringBuilder text = new StringBuilder();

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
    sides = comparison.sides();
    names = comparison.names();
    shortNames = ComparisonTables.ofRows(names);
    labelWidth = 2 + sides.getLast().label().length();
  }

  public static String write(Comparison comparison) {
    var text = new ComparisonText(comparison);
    text.runs();
    text.text.append(SeedComparisonText.of(comparison.sides().stream().map(Side::run).toList()));
    text.agreement();
    text.targets();
    if (comparison.hasEnoughCommon()) {
      text.times(comparison, text.names, "all runs");
    } else {
      for (int other = 1; other < text.sides.size(); other++) {
        text.times(comparison.pair(other), List.of(text.names.getFirst(), text.names.get(other)),
            "A and " + text.sides.get(other).label());
      }
    }
    if (text.sides.stream().anyMatch(side -> side.run().summary() != null)) {
      text.queues();
      text.trouble();
    }
    if (comparison.hasJobs()) {
      text.jobs();
    }
    return text.text.toString();
  }

  private void line(String label, String content) {
    text.append((Humanize.left(label, labelWidth) + content).stripTrailing()).append('\n');
  }

  private void title(String title) {
    text.append('\n').append(title).append('\n');
  }

  private void runs() {
    int width = sides.stream().mapToInt(side -> path(side.run()).length()).max().orElse(0) + 2;
    for (Side side : sides) {
      ComparedRun run = side.run();
      Long flows = run.whole("flows");
      int there = run.flows().entries().size();
      String finished = flows == null
          ? Humanize.count(there, "flow")
          : Humanize.count(there) + " of " + Humanize.count(flows, "flow");
      Long seed = run.seed();
      String scheme = run.scheme();
      String others = String.join(", ",
          Stream
              .of(seed == null ? null : "seed " + seed, finished,
                  run.state().isPartial() ? EnumNames.of(run.state()).toUpperCase(Locale.ROOT) : null)
              .filter(Objects::nonNull).toList());
      int left = TextColumns.WIDTH - labelWidth - width - others.length() - 2;
      line(side.label(),
          Humanize.left(path(run), width) + (scheme == null ? "" : cut(Quoted.printable(scheme), left) + ", ") + others);
      if (!names.equals(shortNames)) {
        line("", names.get(sides.indexOf(side)).substring(side.label().length()).strip());
      }
    }
  }

  private static String cut(String scheme, int letters) {
    int most = Math.max(letters, LEAST_OF_SCHEME);
    return scheme.length() <= most ? scheme : scheme.substring(0, most - 4) + "...)";
  }

  private static String path(ComparedRun run) {
    return Quoted.printable(run.path().toString());
  }

  private void agreement() {
    title("flows, and differences of their completion times from A's");
    table(List.of("in A too", "not in A", "lacking", "equal", "median", "p99", "largest"), 1, side -> {
      FctComparison toFirst = side.toFirst();
      return List.of(Humanize.count(toFirst.matched()), Humanize.count(toFirst.extra()),
          Humanize.count(toFirst.flows() - toFirst.matched()), Humanize.count(toFirst.equal()), percent(toFirst.difference(0.5)),
          percent(toFirst.difference(0.99)), toFirst.matched() == 0 ? UNKNOWN : Humanize.time(toFirst.largestPs()));
    });
  }

  /** Adds a table with a line for each run from this one on. */
  private void table(List<String> titles, int from, Function<Side, List<String>> cells) {
    var table = new NumberColumns(Stream.concat(Stream.of(""), titles.stream()).toList());
    for (int at = from; at < sides.size(); at++) {
      table.add(Stream.concat(Stream.of(shortNames.get(at)), cells.apply(sides.get(at)).stream()).toList());
    }
    table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
  }

  private void targets() {
    List<List<TargetResult>> results = sides.stream().map(side -> Targets.in(side.run().summary())).toList();
    List<String> all = results.stream().flatMap(of -> of.stream().map(TargetResult::text)).distinct().toList();
    if (all.isEmpty()) {
      return;
    }
    var table = new NumberColumns(Stream.concat(Stream.of("targets"), ComparisonTables.ofColumns(names).stream()).toList());
    for (String target : all) {
      table.add(Stream.concat(Stream.of(Quoted.printable(target)),
          results.stream().map(of -> of.stream().filter(result -> result.text().equals(target)).findFirst()
              .map(result -> result.verdict() + " " + result.shown()).orElse(UNKNOWN)))
          .toList());
    }
    text.append('\n');
    table.lines(TextColumns.WIDTH).forEach(line -> text.append(line).append('\n'));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? UNKNOWN : Humanize.decimal(100 * share, 2) + " %";
  }

  /** Adds completion times and slowdowns of the flows that runs have in common, or of all flows of each where these are few. */
  private void times(Comparison of, List<String> called, String runs) {
    List<String> without = of.sides().stream().filter(side -> side.run().flows().entries().isEmpty())
        .map(side -> called.get(of.sides().indexOf(side))).toList();
    if (!without.isEmpty()) {
      title("completion times and slowdowns of " + runs + " are left out: no flow finished in " + String.join(", ", without));
      return;
    }
    if (of.isPaired()) {
      title("completion times of the " + Humanize.count(of.common().size(), "flow") + " that " + runs
          + " have, and their ratios to A's");
    } else {
      title("completion times of all flows of " + runs + ", and their ratios to A's: flows differ, "
          + Humanize.count(of.common().size()) + " are common");
    }
    percentiles(of, called, Side::fctPs, ps -> Humanize.time(Math.round(ps)));
    title("slowdowns of " + (of.isPaired() ? "the same flows, relative to A's" : "these flows, relative to their own")
        + " ideal FCTs");
    percentiles(of, called, side -> side.slowdowns().percentiles(), slowdown -> Humanize.decimal(slowdown, 2));
    if (of.isPaired()) {
      text.append(ComparisonTables.splits(SlowdownSplit.of(List.of(of)), called));
    } else {
      title("slowdowns by size, class and port are left out: they need flows that both runs have");
    }
  }

  private void percentiles(Comparison of, List<String> called, Function<Side, @Nullable Percentiles> value,
      Function<Double, String> show) {
    var all = new ArrayList<@Nullable Percentiles>();
    of.sides().forEach(side -> all.add(value.apply(side)));
    ComparisonTables.percentiles(called, all, show).forEach(line -> text.append(line).append('\n'));
  }

  private void queues() {
    title("queues of all switch ports");
    table(Percentiles.NAMES, 0,
        side -> Percentiles.NAMES.stream().map(name -> shown(side.run().whole("queueBytes." + name), Humanize::bytes)).toList());
  }

  private void trouble() {
    title("the whole run");
    List<ComparedValue> shown = ComparedValue.ALL.stream().filter(this::isShown).toList();
    table(shown.stream().map(value -> value.how().title()).toList(), 0,
        side -> shown.stream().map(value -> shown(side.run().value(value), number -> text(number, value.unit()))).toList());
  }

  private boolean isShown(ComparedValue value) {
    return value.how().evenIfZero()
        || sides.stream().anyMatch(side -> Objects.requireNonNullElse(side.run().value(value), 0.0) > 0);
  }

  private static String text(double value, MeasureUnit unit) {
    return switch (unit) {
      case COUNT -> Humanize.count(Math.round(value));
      case BYTES, BYTES_OR_NONE -> Humanize.bytes(Math.round(value));
      case PICOSECONDS -> Humanize.time(Math.round(value * PS_PER_S));
      case BITS_PER_SEC -> Humanize.rate(Math.round(value));
      case SHARE_OF_TIME, SHARE_OF_BULK_TIME -> percent(value);
    };
  }

  private void jobs() {
    List<ComparedJob> first = sides.getFirst().jobs();
    for (int at = 0; at < first.size(); at++) {
      ComparedJob ofFirst = first.get(at);
      title("job " + Quoted.printable(ofFirst.name()) + " of " + Humanize.count(ofFirst.ranks(), "rank"));
      int number = at;
      table(List.of("duration", "exposed", "bus rate", "duration/A", "bus rate/A"), 0, side -> {
        ComparedJob job = side.jobs().get(number);
        return List.of(shown(job.seconds(), seconds -> Humanize.time(Math.round(seconds * PS_PER_S))),
            shown(job.exposedShare(), ComparisonText::percent),
            shown(job.busBitsPerSec(), rate -> Humanize.rate(Math.round(rate))), ratio(job.seconds(), ofFirst.seconds()),
            ratio(job.busBitsPerSec(), ofFirst.busBitsPerSec()));
      });
    }
  }

  private static String ratio(@Nullable Double value, @Nullable Double of) {
    return value == null || of == null ? UNKNOWN : ComparisonTables.ratio(value / of);
  }

  private static <T> String shown(@Nullable T value, Function<T, String> how) {
    return value == null ? UNKNOWN : how.apply(value);
  }
}
