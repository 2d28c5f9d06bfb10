package dev.inflight.lab.sweep;

import dev.inflight.lab.experiment.AlikeEnds;
import dev.inflight.lab.experiment.KeyWords;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.result.SummaryFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines of a sweep on the screen, at most 100 characters wide: a column per place that varies, then the results of the point. */
final class SweepLines {
  private static final int WIDTH = 100;
  private static final int NARROWEST = 4;
  private static final int LONGEST_TIME = "59.9 min".length();
  private static final double SECONDS_SHOWN = 59.95;
  private static final double MINUTES_SHOWN = 59.95;
  private static final int SECONDS_PER_MINUTE = 60;
  private static final String GAP = "  ";
  private static final String NONE = "-";
  private static final String CUT = "…";

  private final List<Column> columns = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();

  /**
   * Column of values.
   *
   * @param key place that varies
   * @param alike common ends of all values, which a narrow column omits
   */
  private record Column(String key, String title, int width, AlikeEnds alike) {
    static Column of(SweepAxis axis, String title, int width) {
      List<String> values = axis.values().stream().map(SweepAxis.Value::text).toList();
      return new Column(axis.key(), title, width, longest(values.stream()) <= width ? AlikeEnds.NONE : AlikeEnds.of(values));
    }

    String shown(String value) {
      return Quoted.printable(alike.within(value, CUT));
    }
  }

  /** Column of numeric results. */
  private record Result(String title, int width) {
  }

  /**
   * Creates the lines of a sweep.
   *
   * @param points number of points to display
   * @param flows largest number of flows of a point
   */
  SweepLines(List<SweepAxis> axes, int points, long flows) {
    int digits = Humanize.count(flows).length();
    results.add(new Result("flows", Math.max("flows".length(), 2 * digits + 1)));
    results.add(new Result("p99 slowdown", "p99 slowdown".length()));
    results.add(new Result("max queue", "max queue".length()));
    results.add(new Result("took", LONGEST_TIME));
    results.add(new Result("left", LONGEST_TIME));
    int room = WIDTH - done(points, points).length() - results.stream().mapToInt(one -> one.width + GAP.length()).sum();
    List<String> titles = KeyWords.of(axes.stream().map(SweepAxis::key).toList());
    var widths = new ArrayList<Integer>();
    for (int at = 0; at < axes.size(); at++) {
      widths.add(Math.max(titles.get(at).length(), longest(axes.get(at).values().stream().map(SweepAxis.Value::text))));
    }
    while (widths.stream().mapToInt(width -> width + GAP.length()).sum() > room) {
      int widest = widths.stream().mapToInt(Integer::intValue).max().orElse(0);
      if (widest <= NARROWEST) {
        break; // no column can be narrower with this many places
      }
      widths.set(widths.indexOf(widest), widest - 1);
    }
    for (int at = 0; at < axes.size(); at++) {
      columns.add(Column.of(axes.get(at), titles.get(at), widths.get(at)));
    }
  }

  /** Titles of the columns. */
  String titles(int points) {
    return line("done", points, columns.stream().map(Column::title).toList(), results.stream().map(Result::title).toList());
  }

  /**
   * Returns the line of a finished point.
   *
   * @param number number of finished points, including this one
   * @param values values of the point
   * @param summary summary of its run
   * @param kept true if it existed before
   * @param secondsLeft estimated remaining wall time of the sweep in s; null without further points, or without an estimate yet
   */
  String point(int number, int points, Map<String, String> values, SummaryFile summary, boolean kept,
      @Nullable Double secondsLeft) {
    long flows = orZero(summary.whole("flows"));
    long finished = orZero(summary.whole("flowsFinished"));
    Double slowdown = summary.decimal("slowdown.p99");
    Long queueBytes = summary.whole("queueBytes.max");
    Double tookSeconds = summary.decimal("wallSeconds");
    List<String> shown = columns.stream().map(column -> column.shown(values.getOrDefault(column.key, ""))).toList();
    return line(done(number, points), points, shown,
        List.of(finished == flows ? Humanize.count(flows) : Humanize.count(finished) + "/" + Humanize.count(flows),
            slowdown == null ? NONE : Humanize.decimal(slowdown, 2), queueBytes == null ? NONE : Humanize.bytes(queueBytes),
            kept || tookSeconds == null ? "kept" : time(tookSeconds), secondsLeft == null ? "" : time(secondsLeft)));
  }

  /** Formats a time in three digits, so that a column stays narrow. */
  private static String time(double seconds) {
    if (seconds < SECONDS_SHOWN) {
      return Humanize.seconds(seconds);
    }
    return seconds < MINUTES_SHOWN * SECONDS_PER_MINUTE
        ? Humanize.decimal(seconds / SECONDS_PER_MINUTE, 1) + " min"
        : Humanize.decimal(seconds / SECONDS_PER_MINUTE / SECONDS_PER_MINUTE, 1) + " h";
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  private static String done(int number, int points) {
    return Humanize.right(number + "/" + points, Math.max("done".length(), 2 * Integer.toString(points).length() + 1));
  }

  private String line(String first, int points, List<String> values, List<String> numbers) {
    var line = new StringBuilder(Humanize.right(first, done(points, points).length()));
    for (int at = 0; at < columns.size(); at++) {
      int width = columns.get(at).width;
      line.append(GAP).append(Humanize.left(AlikeEnds.cut(values.get(at), width, CUT), width));
    }
    for (int at = 0; at < numbers.size(); at++) {
      line.append(GAP).append(Humanize.right(numbers.get(at), results.get(at).width));
    }
    return line.toString().stripTrailing();
  }

  private static int longest(Stream<String> values) {
    return values.mapToInt(value -> Quoted.printable(value).length()).max().orElse(0);
  }
}
