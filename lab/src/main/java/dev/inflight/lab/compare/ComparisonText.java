package dev.inflight.lab.compare;

import dev.inflight.lab.compare.Comparison.Side;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.result.flow.Slowdowns.Percentiles;
import dev.inflight.lab.result.flow.Slowdowns;
import dev.inflight.lab.result.schema.ComparedValue;
import dev.inflight.net.measure.MeasureUnit;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the screen says of a comparison: tables with a line for each run. */
public final class ComparisonText {
  private static final int NUMBER = 12;
  private static final int RATIO = 8;
  private static final String UNKNOWN = "-";
  private static final double PS_PER_NS = 1e3;
  private static final double PS_PER_S = 1e12;

  private final Comparison comparison;
  private final List<Side> sides;
  private final int labelWidth;
  private final StringBuilder text = new StringBuilder();

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
    sides = comparison.sides();
    labelWidth = 2 + sides.getLast().label().length();
  }

  public static String write(Comparison comparison) {
    var text = new ComparisonText(comparison);
    text.runs();
    text.text.append(SeedComparisonText.of(comparison.sides().stream().map(Side::run).toList()));
    text.agreement();
    if (comparison.common() > 0) {
      text.times();
      text.slowdowns();
      text.sizes();
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
      line(side.label(),
          Humanize.left(path(run), width) + String.join(", ",
              Stream
                  .of(scheme == null ? null : Quoted.printable(scheme), seed == null ? null : "seed " + seed, finished,
                      run.state().isPartial() ? EnumNames.of(run.state()).toUpperCase(Locale.ROOT) : null)
                  .filter(Objects::nonNull).toList()));
    }
  }

  private static String path(ComparedRun run) {
    return Quoted.printable(run.path().toString());
  }

  private void agreement() {
    title("flows, and how far their completion times are from A's");
    header(List.of("in A too", "not in A", "lacking", "equal", "median", "p99", "largest"));
    for (Side side : sides.subList(1, sides.size())) {
      FctComparison toFirst = side.toFirst();
      line(side.label(),
          cells(List.of(Humanize.count(toFirst.matched()), Humanize.count(toFirst.extra()),
              Humanize.count(toFirst.flows() - toFirst.matched()), Humanize.count(toFirst.equal()),
              percent(toFirst.difference(0.5)), percent(toFirst.difference(0.99)), Humanize.time(ps(toFirst.largestNs())))));
    }
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? UNKNOWN : Humanize.decimal(100 * share, 2) + " %";
  }

  private static long ps(double ns) {
    return Math.round(ns * PS_PER_NS);
  }

  private void header(List<String> names) {
    line("", cells(names));
  }

  private static String cells(List<String> cells) {
    var line = new StringBuilder();
    cells.forEach(cell -> line.append(' ').append(Humanize.right(cell, NUMBER - 1))); // a blank before any title
    return line.toString();
  }

  private void times() {
    title("completion times of the " + Humanize.count(comparison.common(), "flow")
        + " that all runs have, and their ratios to A's");
    percentiles(Side::fctNs, ns -> Humanize.time(ps(ns)));
  }

  private void slowdowns() {
    title("slowdowns of the same flows, over A's ideal FCTs");
    percentiles(side -> side.slowdowns().percentiles(), slowdown -> Humanize.decimal(slowdown, 2));
  }

  private void sizes() {
    List<Slowdowns.Bucket> classes = sides.getFirst().slowdowns().bySize();
    for (int at = 0; classes.size() > 1 && at < classes.size(); at++) {
      int number = at;
      Slowdowns.Bucket here = classes.get(at);
      title("slowdowns of " + Humanize.count(here.flows(), "flow") + " of " + Humanize.bytes(here.smallestBytes()) + " to "
          + Humanize.bytes(here.largestBytes()));
      percentiles(side -> side.slowdowns().bySize().get(number).percentiles(), slowdown -> Humanize.decimal(slowdown, 2));
    }
  }

  private void percentiles(Function<Side, @Nullable Percentiles> of, Function<Double, String> show) {
    line("", cells(Percentiles.NAMES) + "  " + ratioHeader());
    Percentiles first = of.apply(sides.getFirst());
    for (Side side : sides) {
      Percentiles values = of.apply(side);
      if (values == null || first == null) {
        continue;
      }
      var ratios = new StringBuilder();
      for (int at = 0; at < values.values().size() && side != sides.getFirst(); at++) {
        ratios.append(Humanize.right(Humanize.decimal(values.values().get(at) / first.values().get(at), 3), RATIO));
      }
      line(side.label(), cells(values.values().stream().map(show).toList()) + "  " + ratios);
    }
  }

  private static String ratioHeader() {
    var line = new StringBuilder();
    Percentiles.NAMES.forEach(name -> line.append(Humanize.right(name + "/A", RATIO)));
    return line.toString();
  }

  private void queues() {
    title("queues of all switch ports");
    header(Percentiles.NAMES);
    for (Side side : sides) {
      line(side.label(),
          cells(Percentiles.NAMES.stream().map(name -> shown(side.run().whole("queueBytes." + name), Humanize::bytes)).toList()));
    }
  }

  private void trouble() {
    title("the whole run");
    List<ComparedValue> shown = ComparedValue.ALL.stream().filter(this::isShown).toList();
    header(shown.stream().map(value -> value.how().title()).toList());
    for (Side side : sides) {
      line(side.label(),
          cells(shown.stream().map(value -> shown(side.run().value(value), number -> text(number, value.unit()))).toList()));
    }
  }

  private boolean isShown(ComparedValue value) {
    return value.how().evenIfZero()
        || sides.stream().anyMatch(side -> Objects.requireNonNullElse(side.run().value(value), 0.0) > 0);
  }

  private static String text(double value, MeasureUnit unit) {
    return switch (unit) {
      case COUNT -> Humanize.count(Math.round(value));
      case BYTES -> Humanize.bytes(Math.round(value));
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
      header(List.of("duration", "exposed", "bus rate", "duration/A", "bus rate/A"));
      for (Side side : sides) {
        ComparedJob job = side.jobs().get(at);
        line(side.label(),
            cells(List.of(shown(job.seconds(), seconds -> Humanize.time(Math.round(seconds * PS_PER_S))),
                shown(job.exposedShare(), ComparisonText::percent),
                shown(job.busBitsPerSec(), rate -> Humanize.rate(Math.round(rate))), ratio(job.seconds(), ofFirst.seconds()),
                ratio(job.busBitsPerSec(), ofFirst.busBitsPerSec()))));
      }
    }
  }

  private static String ratio(@Nullable Double value, @Nullable Double of) {
    return value == null || of == null ? UNKNOWN : Humanize.decimal(value / of, 3);
  }

  private static <T> String shown(@Nullable T value, Function<T, String> how) {
    return value == null ? UNKNOWN : how.apply(value);
  }
}
