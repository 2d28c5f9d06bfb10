package dev.inflight.lab.print;

/** Numbers for a screen: three significant digits and a unit; fewer digits only in the smallest unit. */
public final class Humanize {
  private static final String[] TIMES = {"ps", "ns", "us", "ms", "s"};
  private static final String[] SIZES = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
  private static final String[] RATES = {"b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"};
  private static final String[] COUNTS = {"", "k", "M", "G"};

  private Humanize() {
  }

  /** Returns a count with commas: {@code 23,600,660}. */
  public static String count(long value) {
    String digits = Long.toString(value);
    var text = new StringBuilder(digits);
    for (int at = digits.length() - 3; at > (value < 0 ? 1 : 0); at -= 3) {
      text.insert(at, ',');
    }
    return text.toString();
  }

  /** Returns a count with its noun: {@code 1 flow}, {@code 16 flows}. */
  public static String count(long value, String thing) {
    return count(value, thing, thing + "s");
  }

  /** Returns a count with a noun that has an irregular plural. */
  public static String count(long value, String thing, String things) {
    return count(value) + " " + (value == 1 ? thing : things);
  }

  /** Returns a rounded large number: {@code 9.84 M}. */
  public static String roughly(double value) {
    return scaled(value, COUNTS, " ").strip();
  }

  /** Returns a time: {@code 586 us}. */
  public static String time(long ps) {
    return scaled((double) ps, TIMES, " ");
  }

  /** Returns a size: {@code 1.25 MB}. */
  public static String bytes(long bytes) {
    return scaled((double) bytes, SIZES, " ");
  }

  /** Returns a rate: {@code 100 Gb/s}. */
  public static String rate(long bitsPerSec) {
    return scaled((double) bitsPerSec, RATES, " ");
  }

  /** Returns wall time: {@code 2.31 s}, {@code 1 h 02 min}. */
  public static String seconds(double seconds) {
    long whole = Math.round(seconds);
    if (whole >= 3600) {
      return whole / 3600 + " h " + two(whole / 60 % 60) + " min";
    }
    if (whole >= 60) {
      return whole / 60 + " min " + two(whole % 60) + " s";
    }
    return decimal(seconds, seconds < 10 ? 2 : 1) + " s";
  }

  private static String two(long value) {
    return value < 10 ? "0" + value : Long.toString(value);
  }

  /** Returns a share: {@code 93.1 %}. */
  public static String percent(double share) {
    return decimal(100 * share, 1) + " %";
  }

  /** Returns a number with this many decimals. */
  public static String decimal(double value, int decimals) {
    return decimal(value, decimals, 1);
  }

  /**
   * Returns a value in a unit of size {@code unit}. The division comes last, so that half a digit of an integer is rounded up.
   */
  private static String decimal(double value, int decimals, double unit) {
    long scale = 1;
    for (int i = 0; i < decimals; i++) {
      scale *= 10;
    }
    long scaled = Math.round(Math.abs(value) * scale / unit);
    String whole = (value < 0 && scaled > 0 ? "-" : "") + scaled / scale;
    if (decimals == 0) {
      return whole;
    }
    return whole + "." + Long.toString(scale + scaled % scale).substring(1);
  }

  /**
   * Returns three digits in the unit that leaves one to three before the point; an integer in the smallest unit. As quantity.js.
   */
  private static String scaled(double value, String[] units, String gap) {
    int unit = 0;
    double size = 1;
    while (Math.abs(value / size) >= 999.5 && unit + 1 < units.length) {
      size *= 1000;
      unit++;
    }
    double rest = Math.abs(value / size);
    int decimals = unit == 0 ? 0 : rest < 9.995 ? 2 : rest < 99.95 ? 1 : 0;
    return decimal(value, decimals, size) + gap + units[unit];
  }

  /** Returns the text, padded with blanks at its start. */
  public static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Returns the text, padded with blanks at its end. */
  public static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
