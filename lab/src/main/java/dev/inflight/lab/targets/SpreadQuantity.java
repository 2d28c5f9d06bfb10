package dev.inflight.lab.targets;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.result.QueueStats;
import dev.inflight.lab.result.flow.FinishedFlows;
import dev.inflight.lab.statistics.Quantile;
import dev.inflight.lab.statistics.RankSelection;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Quantities with many values per run, such as slowdowns of flows: a quantile, the mean, the least or the largest value. */
final class SpreadQuantity {
  private static final String SLOWDOWN = "slowdown";
  private static final String FCT = "fct";
  private static final String QUEUE = "queue";
  private static final List<String> SPREADS = List.of(SLOWDOWN, FCT, QUEUE);
  private static final List<String> WORDS = List.of("p50", "p95", "p99", "median", "mean", "min", "max");
  private static final Pattern QUANTILE = Pattern.compile("p(\\d{1,2}(\\.\\d{1,6})?|100)");
  /** Form of a quantile with any number. */
  private static final Pattern NUMBERED = Pattern.compile("p-?[\\d.,]+");
  private static final Pattern LIMITED = Pattern.compile("(.+?) of (class|flows) (.+)");
  private static final Pattern SIZE = Pattern.compile("(up to|above) (.+)");
  private static final int DIGITS = 6;
  private static final double HUNDRED = 100;

  /**
   * Set of flows.
   *
   * @param words name of the flows
   * @param flowClass class of the flows; -1 for all
   * @param sizes accepts their sizes
   */
  private record Flows(String words, int flowClass, LongPredicate sizes) {
    int[] in(FinishedFlows finished) {
      return IntStream.range(0, finished.count())
          .filter(flow -> (flowClass < 0 || finished.flowClass(flow) == flowClass) && sizes.test(finished.sizeBytes(flow)))
          .toArray();
    }
  }

  private static final Flows ALL = new Flows("all finished flows", -1, _ -> true);

  private SpreadQuantity() {
  }

  /** Quantities for suggestions in messages. */
  static List<String> examples() {
    var all = new ArrayList<String>();
    SPREADS.forEach(spread -> WORDS.forEach(word -> {
      if (!(spread.equals(QUEUE) && word.equals("min"))) {
        all.add(word + " " + spread);
      }
    }));
    return all;
  }

  /** Returns the quantity for these words; null if they name no such quantity. */
  static @Nullable TargetQuantity of(String words, Setup setup) {
    Matcher limited = LIMITED.matcher(words);
    boolean isLimited = limited.matches();
    List<String> core = List.of((isLimited ? limited.group(1) : words).toLowerCase(Locale.ROOT).split(" "));
    List<String> spreads = core.stream().filter(SPREADS::contains).toList();
    if (spreads.size() != 1 || core.size() > 2) {
      return null;
    }
    String spread = spreads.getFirst();
    String statistic = core.stream().filter(word -> !word.equals(spread)).findFirst().orElse("");
    if (statistic.isEmpty()) {
      throw new IllegalArgumentException(
          Quoted.of(words) + " has many values; name a statistic, as in 'p99 " + spread + "' or 'mean " + spread + "'");
    }
    if (!WORDS.contains(statistic) && !QUANTILE.matcher(statistic).matches()) {
      throw new IllegalArgumentException("a " + spread + " has no " + Quoted.of(statistic)
          + (NUMBERED.matcher(statistic).matches()
              ? "; quantiles are p0 to p100, with six decimals at most, such as p99.9"
              : Suggestion.hint(statistic, WORDS) + ", and any quantile, such as p99.9"));
    }
    if (spread.equals(QUEUE)) {
      return queue(statistic, isLimited, setup);
    }
    Flows flows = isLimited ? flows(limited.group(2), limited.group(3), setup) : ALL;
    return ofFlows(spread, statistic, flows);
  }

  private static Flows flows(String by, String which, Setup setup) {
    if (by.equals("flows")) {
      Matcher sized = SIZE.matcher(which);
      if (!sized.matches()) {
        throw new IllegalArgumentException("cannot select flows " + Quoted.of(which)
            + "; write 'of flows up to 100KB' or 'of flows" + " above 1MB', or 'of class NAME'");
      }
      long bytes = Units.size(sized.group(2));
      boolean upTo = sized.group(1).equals("up to");
      return new Flows("finished flows " + sized.group(1) + " " + Humanize.bytes(bytes), -1,
          size -> upTo ? size <= bytes : size > bytes);
    }
    List<String> classes = setup.classes().stream().map(FlowClass::name).toList();
    int at = classes.indexOf(which);
    if (at < 0) {
      throw new IllegalArgumentException("unknown class " + Quoted.of(which)
          + (classes.isEmpty() ? ": the scenario has no classes of flows" : Suggestion.shortHint(which, classes)));
    }
    return new Flows("finished flows of class " + which, at + 1, _ -> true);
  }

  private static TargetQuantity ofFlows(String spread, String statistic, Flows flows) {
    boolean isTime = spread.equals(FCT);
    String meaning = words(statistic) + " of the " + (isTime ? "completion times" : "slowdowns") + " of " + flows.words;
    return new TargetQuantity(meaning, isTime ? TargetUnit.TIME : TargetUnit.RATIO, figures -> {
      FinishedFlows finished = figures.finished();
      int[] which = flows.in(finished);
      // Bits of nonnegative doubles have the order of the values.
      IntToLongFunction value = isTime ? finished::fctPs : flow -> Double.doubleToLongBits(finished.slowdown(flow));
      if (which.length == 0) {
        return null;
      }
      if (statistic.equals("mean")) {
        double mean = IntStream.of(which).mapToDouble(flow -> isTime ? finished.fctPs(flow) : finished.slowdown(flow)).average()
            .orElseThrow();
        return isTime ? BigDecimal.valueOf(Math.round(mean), 12) : rounded(mean);
      }
      long found = RankSelection.at(() -> LongStream.of(IntStream.of(which).mapToLong(value).toArray()), which.length,
          Quantile.rank(share(statistic), which.length))[0];
      return isTime ? BigDecimal.valueOf(found, 12) : rounded(Double.longBitsToDouble(found));
    });
  }

  /** Rounds a value to the digits of the summary, so that both agree. */
  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP);
  }

  private static TargetQuantity queue(String statistic, boolean isLimited, Setup setup) {
    if (isLimited) {
      throw new IllegalArgumentException(
          "queues hold packets of all flows, so they cannot be limited to a class or to some flows");
    }
    if (setup.topology().nodeCount() == setup.topology().hostCount()) {
      throw new IllegalArgumentException("the topology has no switches, and so no queues");
    }
    if (statistic.equals("min")) {
      throw new IllegalArgumentException("the shortest queue is 0 in any run; use p50, p99, mean or max");
    }
    String meaning = words(statistic) + " of the queues of all switch ports";
    return new TargetQuantity(meaning, TargetUnit.SIZE, figures -> {
      QueueStats queues = figures.outcome().queues();
      if (queues.byPort().isEmpty() || queues.all().samples() == 0 && !statistic.equals("max")) {
        return null;
      }
      return switch (statistic) {
        case "max" -> BigDecimal.valueOf(queues.all().maxBytes());
        case "mean" -> BigDecimal.valueOf(queues.all().meanBytes());
        default -> BigDecimal.valueOf(queues.quantileBytes(share(statistic)));
      };
    });
  }

  private static double share(String statistic) {
    return switch (statistic) {
      case "median" -> 0.5;
      case "min" -> 0;
      case "max" -> 1;
      default -> Double.parseDouble(statistic.substring(1)) / HUNDRED;
    };
  }

  private static String words(String statistic) {
    return switch (statistic) {
      case "median", "mean" -> statistic;
      case "min" -> "the least";
      case "max" -> "the largest";
      default -> statistic.equals("p50") ? "median" : statistic;
    };
  }
}
