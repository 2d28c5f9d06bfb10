package dev.inflight.lab.targets;

import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Units;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Unit of a quantity, with the notations of its values in scenarios and on the screen. */
enum TargetUnit {
  /** Time in seconds. */
  TIME("a time", "s", "12ms", text -> BigDecimal.valueOf(Units.time(text), 12),
      value -> Humanize.time(value.movePointRight(12).longValue())),
  /** Size in bytes. */
  SIZE("a size", "B", "100KB", text -> BigDecimal.valueOf(Units.size(text)), value -> Humanize.bytes(value.longValue())),
  /** Rate in bit/s. */
  RATE("a rate", "bit/s", "300Gbps", text -> BigDecimal.valueOf(Units.rateOrZero(text)),
      value -> Humanize.rate(value.longValue())),
  /** Share, 0 to 1. */
  SHARE("a share", "", "50%", TargetUnit::share, value -> Humanize.percent(value.doubleValue())),
  /** Count per second of simulated time. */
  PER_SECOND("a number per second", "1/s", "1000000", text -> Units.decimal("value", text), TargetUnit::plain),
  /** Number of occurrences. */
  COUNT("a count", "", "0", text -> Units.decimal("value", text), TargetUnit::plain),
  /** Ratio. */
  RATIO("a ratio", "", "5", text -> Units.decimal("value", text), value -> Humanize.decimal(value.doubleValue(), 3));

  private static final String ZERO = "[+]?0+(\\.0*)?";

  private final String article;
  private final String symbol;
  private final String example;
  private final Function<String, BigDecimal> reading;
  private final Function<BigDecimal, String> showing;

  TargetUnit(String article, String symbol, String example, Function<String, BigDecimal> reading,
      Function<BigDecimal, String> showing) {
    this.article = article;
    this.symbol = symbol;
    this.example = example;
    this.reading = reading;
    this.showing = showing;
  }

  /** Returns the unit of summary values: by {@code s}, {@code B}, {@code bit/s} or {@code 1/s}, otherwise by their key's name. */
  static TargetUnit of(String symbol, String key, boolean whole) {
    return switch (symbol) {
      case "s" -> TIME;
      case "B" -> SIZE;
      case "bit/s" -> RATE;
      case "1/s" -> PER_SECOND;
      default -> key.endsWith("Share") ? SHARE : whole ? COUNT : RATIO;
    };
  }

  /** Sign of the unit in files; empty for counts, ratios and shares. */
  String symbol() {
    return symbol;
  }

  /** Formats a value for the screen. */
  String show(BigDecimal value) {
    return showing.apply(value);
  }

  /**
   * Returns a bound of a scenario in the unit of the quantity.
   *
   * @param quantity name of the bounded quantity, for the message
   * @throws IllegalArgumentException if the text is not a value of this unit
   */
  BigDecimal bound(String quantity, String text) {
    if (text.matches(ZERO)) {
      return BigDecimal.ZERO; // 0 is the same in each unit
    }
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException refused) {
      boolean bare = Units.isReal(text);
      String other = bare
          ? "has no unit"
          : Stream.of(TIME, SIZE, RATE, SHARE).filter(unit -> unit != this && unit.reads(text)).findFirst()
              .map(unit -> "is " + unit.article).orElse("cannot be read: " + refused.getMessage());
      throw new IllegalArgumentException(
          Quoted.of(quantity) + " is " + article + ", and " + Quoted.of(text) + " " + other + "; write it as in "
              + (bare ? Units.inUnitOf(example, text) : example),
          refused);
    }
  }

  private boolean reads(String text) {
    try {
      return Optional.ofNullable(reading.apply(text)).isPresent();
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static BigDecimal share(String text) {
    return text.endsWith("%")
        ? Units.decimal("share", text.substring(0, text.length() - 1).strip()).movePointLeft(2)
        : Units.decimal("share", text);
  }

  private static String plain(BigDecimal value) {
    return value.stripTrailingZeros().scale() <= 0 ? Humanize.count(value.longValue()) : Humanize.decimal(value.doubleValue(), 3);
  }
}
