package dev.inflight.lab.read;

import dev.inflight.lab.print.Quoted;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser and formatter of numbers with units: rates in bit/s, times in picoseconds, sizes in bytes. The decimal arithmetic never
 * rounds: a value without an exact representation is an {@link IllegalArgumentException} with the reason.
 */
public final class Units {
  /** Pattern of numbers, also for schemas: their regular expressions have no possessive quantifiers. */
  private static final String NUMBER = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?";
  /** Possessive pattern of numbers: for a long word that is no number, it does not try shorter prefixes. */
  private static final String NUMBER_ONCE = "[+-]?+(?:\\d++\\.?+\\d*+|\\.\\d++)(?:[eE][+-]?+\\d++)?+";
  private static final Pattern PLAIN = Pattern.compile(NUMBER_ONCE);
  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,15}");
  private static final int LONGEST_HINT = 20;
  private static final Pattern QUANTITY = Pattern.compile("(" + NUMBER_ONCE + ")\\s*+(\\D*+)");
  /** Prefix micro, in two characters of equal appearance: the micro sign and the Greek letter. */
  private static final Pattern MICRO = Pattern.compile("^[\u00B5\u03BC](?=s)");
  private static final long TERA = 1_000_000_000_000L;
  // Numbers with more digits would be slow, and their value cannot matter.
  private static final int MAX_DIGITS = 400;
  /** Maximum length of a number, including sign, point, leading zeros and exponent. */
  private static final int MAX_LETTERS = 3 * MAX_DIGITS;

  private static final Map<String, Long> RATES = rates();
  private static final Map<String, Long> TIMES = times();
  private static final Map<String, Long> SIZES = sizes();

  private static Map<String, Long> rates() {
    var units = new LinkedHashMap<String, Long>();
    for (String prefix : List.of("T", "G", "M", "k", "")) {
      for (String unit : List.of("bps", "b/s", "bit/s")) {
        units.put(prefix + unit, decimal(prefix));
      }
    }
    units.put("Kbps", decimal("k"));
    units.put("Kb/s", decimal("k"));
    return Collections.unmodifiableMap(units);
  }

  private static Map<String, Long> sizes() {
    var units = new LinkedHashMap<String, Long>();
    for (String prefix : List.of("T", "G", "M", "k", "")) {
      units.put(prefix.toUpperCase(Locale.ROOT) + "B", decimal(prefix));
    }
    units.put("kB", decimal("k"));
    units.put("TiB", 1L << 40);
    units.put("GiB", 1L << 30);
    units.put("MiB", 1L << 20);
    units.put("KiB", 1L << 10);
    return Collections.unmodifiableMap(units);
  }

  private static Map<String, Long> times() {
    var units = new LinkedHashMap<String, Long>();
    long factor = TERA;
    for (String unit : List.of("s", "ms", "us", "ns", "ps")) {
      units.put(unit, factor);
      factor /= 1000;
    }
    return Collections.unmodifiableMap(units);
  }

  private static long decimal(String prefix) {
    return switch (prefix) {
      case "T" -> TERA;
      case "G" -> 1_000_000_000L;
      case "M" -> 1_000_000L;
      case "k" -> 1000L;
      default -> 1L;
    };
  }

  private Units() {
  }

  /** Regular expression of times. */
  public static String timePattern() {
    return NUMBER + "\\s*(" + String.join("|", TIMES.keySet()) + "|[\u00B5\u03BC]s)";
  }

  /** Regular expression of rates. */
  public static String ratePattern() {
    return NUMBER + "\\s*(" + String.join("|", RATES.keySet()) + ")";
  }

  /** Regular expression of sizes. */
  public static String sizePattern() {
    return NUMBER + "\\s*(" + String.join("|", SIZES.keySet()) + ")?";
  }

  /** Returns a rate above 0, such as {@code 100Gbps} or {@code 40Mb/s}, in bit/s. */
  public static long rate(String text) {
    long rate = rateOrZero(text);
    if (rate == 0) {
      throw new IllegalArgumentException("rate must be above 0, found " + Quoted.of(text));
    }
    return rate;
  }

  /** Returns a rate, or 0 for no rate. */
  public static long rateOrZero(String text) {
    return quantity("rate", text, RATES, "100Gbps", false).exact("bit/s");
  }

  /** Returns a time of 0 or more, such as {@code 13us}, in picoseconds. */
  public static long time(String text) {
    return quantity("time", text, TIMES, "13us", false).exact("picoseconds");
  }

  /** Returns a size of 0 or more in bytes, such as {@code 500KB} (500000), {@code 32MiB} or plain {@code 64}. */
  public static long size(String text) {
    return quantity("size", text, SIZES, "64KB", true).exact("bytes");
  }

  /** Returns a size in bytes that may have a fraction. */
  public static double fractionalSize(String text) {
    return quantity("size", text, SIZES, "64KB", true).real();
  }

  /** Returns an integer. */
  public static long whole(String what, String text) {
    if (!isWhole(text)) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is not a whole number");
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException overflow) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit: at most " + Long.MAX_VALUE, overflow);
    }
  }

  /** Returns an integer in decimal notation, or in hexadecimal after {@code 0x}, as specifications of wire formats write it. */
  public static long decimalOrHex(String what, String text) {
    return HEX.matcher(text).matches() ? Long.parseLong(text.substring(2), 16) : whole(what, text);
  }

  /** Reports whether the text is digits after an optional sign. It is fast, for files of a million flows. */
  private static boolean isWhole(String text) {
    int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return text.length() > from;
  }

  /** Reports whether the text is a number in decimal notation. */
  public static boolean isReal(String text) {
    return PLAIN.matcher(text).matches();
  }

  /** Returns a finite number in decimal notation. */
  public static double real(String what, String text) {
    if (!PLAIN.matcher(text).matches()) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is not a number" + instead(text));
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit");
    }
    return value;
  }

  /** Shares are numbers from 0 to 1. */
  private static String instead(String text) {
    String number = text.endsWith("%") ? text.substring(0, text.length() - 1).strip() : "";
    boolean plain = number.length() <= LONGEST_HINT && PLAIN.matcher(number).matches()
        && number.chars().noneMatch(Character::isLetter);
    return plain ? "; did you mean " + new BigDecimal(number).movePointLeft(2).toPlainString() + "?" : "";
  }

  /** Returns a number from 0 to 1. */
  public static double fraction(String what, String text) {
    double value = real(what, text);
    if (value < 0 || value > 1) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is outside 0 to 1");
    }
    return value;
  }

  /** Returns a percentage, with its sign. */
  public static double percent(String what, String text) {
    String number = text.strip();
    if (!number.endsWith("%")) {
      boolean isShare = PLAIN.matcher(number).matches() && number.length() <= LONGEST_HINT;
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " has no percent sign"
          + (isShare ? "; did you mean " + asPercent(new BigDecimal(number)).stripTrailingZeros().toPlainString() + "%?" : ""));
    }
    return real(what, number.substring(0, number.length() - 1).strip());
  }

  /** Percentage that a number without a sign probably means; numbers below 1 are shares. */
  private static BigDecimal asPercent(BigDecimal number) {
    return number.compareTo(BigDecimal.ONE) < 0 ? number.movePointRight(2) : number;
  }

  /** Returns the exact value of a decimal number. */
  public static BigDecimal decimal(String what, String text) {
    if (!PLAIN.matcher(text).matches()) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is not a number" + instead(text));
    }
    return number(what, text, text);
  }

  /** Returns {@code value} as an integer; {@code text} is the user's text of it, for errors. */
  public static long exact(String what, String text, BigDecimal value, String unit) {
    if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit: at most " + Long.MAX_VALUE + " " + unit);
    }
    if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
      BigInteger below = value.setScale(0, RoundingMode.FLOOR).toBigInteger();
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit: it is not a whole number of " + unit
          + "; the nearest are " + below + " and " + below.add(BigInteger.ONE));
    }
    return value.longValueExact();
  }

  /** Nonnegative number and its unit, as written in a text. */
  private record Quantity(String what, String text, String digits, long factor) {
    long exact(String unit) {
      long value = ShortDecimal.times(digits, factor);
      return value == ShortDecimal.NONE ? Units.exact(what, text, decimal(), unit) : value;
    }

    double real() {
      long value = ShortDecimal.times(digits, factor);
      return value == ShortDecimal.NONE ? decimal().doubleValue() : value;
    }

    private BigDecimal decimal() {
      return number(what, text, digits).multiply(BigDecimal.valueOf(factor));
    }
  }

  private static Quantity quantity(String what, String text, Map<String, Long> units, String example, boolean plain) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is not a number with a unit, such as " + example);
    }
    String digits = matcher.group(1);
    if (!ShortDecimal.isShort(digits) && number(what, text, digits).signum() < 0) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " is below 0");
    }
    String unit = units == TIMES ? MICRO.matcher(matcher.group(2)).replaceFirst("u") : matcher.group(2);
    if (unit.isEmpty()) {
      if (plain) {
        return new Quantity(what, text, digits, 1);
      }
      throw new IllegalArgumentException(
          what + " " + Quoted.of(text) + " has no unit; write it as in " + inUnitOf(example, digits));
    }
    Long factor = units.get(unit);
    if (factor == null && unit.equals("%")) {
      throw new IllegalArgumentException(
          what + " " + Quoted.of(text) + " is a share; a " + what + " has a unit, as in " + example);
    }
    if (factor == null) {
      throw new IllegalArgumentException(
          what + " " + Quoted.of(text) + " has the unknown unit " + Quoted.of(unit) + Suggestion.hint(unit, units.keySet()));
    }
    return new Quantity(what, text, digits, factor);
  }

  /** Returns a number in the unit of an example such as 12ms. If the number has many digits, returns the example. */
  public static String inUnitOf(String example, String number) {
    String digits = number.strip();
    return digits.length() <= LONGEST_HINT && PLAIN.matcher(digits).matches()
        ? digits + QUANTITY.matcher(example).replaceFirst("$2")
        : example;
  }

  private static BigDecimal number(String what, String text, String digits) {
    if (digits.length() > MAX_LETTERS) {
      throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit");
    }
    try {
      BigDecimal number = new BigDecimal(digits);
      if (number.precision() <= MAX_DIGITS && Math.abs((long) number.scale()) <= MAX_DIGITS) {
        return number;
      }
    } catch (NumberFormatException exponent) {
      // The exponent alone exceeds an int.
    }
    throw new IllegalArgumentException(what + " " + Quoted.of(text) + " does not fit");
  }

  /** Formats a rate in the largest unit with an integer value: {@code 100Gbps}. */
  public static String formatRate(long bitsPerSec) {
    return format(bitsPerSec, RATES, "bps", "Tbps", "Gbps", "Mbps", "kbps");
  }

  /** Formats a time in the largest unit with an integer value: {@code 13us}. */
  public static String formatTime(long ps) {
    return format(ps, TIMES, "ps", "s", "ms", "us", "ns");
  }

  /** Formats a size in the largest unit with an integer value: {@code 500KB}, {@code 32MiB}, {@code 64B}. */
  public static String formatSize(long bytes) {
    return format(bytes, SIZES, "B", "TB", "TiB", "GB", "GiB", "MB", "MiB", "KB", "KiB");
  }

  /** Formats a size that may have a fraction. */
  public static String formatFractionalSize(double bytes) {
    return bytes == Math.rint(bytes) && bytes < 1e15 ? formatSize((long) bytes) : formatReal(bytes) + "B";
  }

  /** Formats a number in plain decimal notation, from which the same value can be read. */
  public static String formatReal(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    String shortest = Double.toString(value);
    return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e7 ? shortest : new BigDecimal(shortest).toPlainString();
  }

  private static String format(long value, Map<String, Long> units, String smallest, String... largestFirst) {
    for (String unit : largestFirst) {
      long factor = Objects.requireNonNull(units.get(unit));
      if (value != 0 && value % factor == 0) {
        return value / factor + unit;
      }
    }
    return value + smallest;
  }
}
