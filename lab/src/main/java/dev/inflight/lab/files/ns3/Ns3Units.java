package dev.inflight.lab.files.ns3;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of rates and times in ns-3's files: with all units of ns-3, rates without a unit in bit/s, and times without a unit in
 * seconds. A number without a unit that would be no rate or time of a network is an error. Fractions of a bit/s or a picosecond
 * are cut off, as in ns-3, with a warning.
 */
public final class Ns3Units {
  private static final Pattern QUANTITY = Pattern
      .compile("([+-]?+(?:\\d++\\.?+\\d*+|\\.\\d++)(?:[eE][+-]?+\\d++)?+)([^\\d.].*+)?+");
  /** Smallest rate without a unit, in bit/s: cables are faster, so a lower number has another unit. */
  private static final long LEAST_PLAIN_BITS_PER_SEC = 1_000_000;
  /** Longest time without a unit, in picoseconds: cables are shorter, so a larger number has another unit. */
  private static final long MOST_PLAIN_PS = 1_000_000_000_000L;

  /** Forms of nearly all files, which scenarios read alike. They need no {@link BigDecimal}, which would delay every start. */
  private static final Pattern USUAL_RATE = Pattern.compile("\\d{1,6}(\\.\\d{1,3})?[KMG]bps");
  private static final Pattern USUAL_TIME = Pattern.compile("\\d{1,6}(\\.\\d{1,3})?[mun]s");

  private static final Map<String, Long> RATES = rates();

  /** Units of time. */
  private static final class Times {
    /** Sizes of the units in femtoseconds, the smallest unit. */
    static final Map<String, BigDecimal> ALL = times();
  }

  private static Map<String, Long> rates() {
    var units = new LinkedHashMap<String, Long>();
    long factor = 1;
    for (List<String> prefixes : List.of(List.of(""), List.of("k", "K"), List.of("M"), List.of("G"))) {
      for (String prefix : prefixes) {
        units.put(prefix + "bps", factor);
        units.put(prefix + "b/s", factor);
        units.put(prefix + "Bps", 8 * factor);
        units.put(prefix + "B/s", 8 * factor);
      }
      factor *= 1000;
    }
    factor = 1 << 10;
    for (String prefix : List.of("Ki", "Mi", "Gi")) {
      units.put(prefix + "b/s", factor);
      units.put(prefix + "B/s", 8 * factor);
      factor <<= 10;
    }
    return units;
  }

  private static Map<String, BigDecimal> times() {
    var units = new LinkedHashMap<String, BigDecimal>();
    BigDecimal factor = BigDecimal.ONE;
    for (String unit : List.of("fs", "ps", "ns", "us", "ms", "s")) {
      units.put(unit, factor);
      factor = factor.movePointRight(3);
    }
    BigDecimal second = factor.movePointLeft(3);
    units.put("min", second.multiply(BigDecimal.valueOf(60)));
    units.put("h", second.multiply(BigDecimal.valueOf(3600)));
    return units;
  }

  private Ns3Units() {
  }

  /**
   * Parses a rate above 0, such as {@code 100Gbps}, {@code 12.5GB/s} or {@code 25000000000.0}, in bit/s.
   *
   * @throws InputError when the text is no rate
   */
  public static long rate(SourceLocation place, String text) {
    return place.check(() -> readRate(place, text));
  }

  private static long readRate(SourceLocation place, String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (USUAL_RATE.matcher(text).matches() || !matcher.matches()) {
      return Units.rate(text);
    }
    String unit = matcher.group(2);
    Long factor = unit == null ? Long.valueOf(1) : RATES.get(unit);
    if (factor == null) {
      return Units.rate(text);
    }
    BigDecimal exact = positive("rate", text, matcher.group(1)).multiply(BigDecimal.valueOf(factor));
    long rate = cut("rate", text, exact, "bit/s", "bit/s", Units::formatRate, place);
    if (rate == 0) {
      throw new IllegalArgumentException("rate must be above 0, found " + Quoted.of(text));
    }
    if (unit == null && rate < LEAST_PLAIN_BITS_PER_SEC) {
      throw new IllegalArgumentException(
          "rate " + Quoted.of(text) + " has no unit, and ns-3 reads it as " + rate + " bit/s; write it as in "
              + Units.inUnitOf("100Gbps", matcher.group(1)));
    }
    return rate;
  }

  /**
   * Parses a time of 0 or more, such as {@code 0.001ms}, in picoseconds.
   *
   * @throws InputError when the text is no time
   */
  public static long time(SourceLocation place, String text) {
    return place.check(() -> readTime(place, text));
  }

  private static long readTime(SourceLocation place, String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (USUAL_TIME.matcher(text).matches() || !matcher.matches()) {
      return Units.time(text);
    }
    String unit = matcher.group(2);
    BigDecimal factor = Times.ALL.get(unit == null ? "s" : unit);
    if (factor == null) {
      return Units.time(text);
    }
    BigDecimal exact = positive("time", text, matcher.group(1)).multiply(factor).movePointLeft(3);
    long time = cut("time", text, exact, "picosecond", "picoseconds", Units::formatTime, place);
    if (unit == null && time >= MOST_PLAIN_PS) {
      throw new IllegalArgumentException(
          "time " + Quoted.of(text) + " has no unit, and ns-3 reads it as " + matcher.group(1) + " seconds; write it as in "
              + Units.inUnitOf("13us", matcher.group(1)));
    }
    return time;
  }

  private static long cut(String what, String text, BigDecimal exact, String unit, String units, LongFunction<String> format,
      SourceLocation place) {
    BigDecimal whole = exact.setScale(0, RoundingMode.FLOOR);
    long value = Units.exact(what, text, whole, units);
    if (whole.compareTo(exact) != 0) {
      Notices.add(place, "finer " + what,
          what + " " + Quoted.of(text) + " is finer than a " + unit + " and is read as " + format.apply(value));
    }
    return value;
  }

  private static BigDecimal positive(String what, String text, String digits) {
    BigDecimal value = Units.decimal(what, digits);
    if (value.signum() < 0) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is below 0");
    }
    return value;
  }
}
