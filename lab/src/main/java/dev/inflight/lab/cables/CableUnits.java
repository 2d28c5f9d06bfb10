package dev.inflight.lab.cables;

import dev.inflight.lab.files.ns3.Ns3Units;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of rates, delays and lengths of cables: {@code 400G}, {@code 100GbE}, {@code 25 Gbit/s}; {@code 500ns}; {@code 30 m}. A
 * number without a unit has the unit of its column; where the column has none, a rate of 1 Mb/s or more is in bit/s.
 */
public final class CableUnits {
  /** Light in a fiber of index 1.5: 5 ns a meter. */
  public static final long PS_PER_METER = 5000;
  private static final BigDecimal MILLI = new BigDecimal("0.001");

  private static final Pattern QUANTITY = Pattern.compile("([+-]?+(?:\\d++\\.?+\\d*+|\\.\\d++)(?:[eE][+-]?+\\d++)?+)\\s*+(.*+)");
  /** Rate in the style of product names: Ethernet, InfiniBand. */
  private static final Pattern SHORT_RATE = Pattern.compile("([kmgt])(?:be?|bits?|bit/s|bits/s|e|ig|base.*)?",
      Pattern.CASE_INSENSITIVE);
  /** Meters of a unit by its names, which include those of NetBox. */
  private static final Map<String, String> METERS = Map.ofEntries(Map.entry("m", "1"), Map.entry("metre", "1"),
      Map.entry("metres", "1"), Map.entry("meter", "1"), Map.entry("meters", "1"), Map.entry("km", "1000"),
      Map.entry("kilometers", "1000"), Map.entry("cm", "0.01"), Map.entry("centimeters", "0.01"), Map.entry("ft", "0.3048"),
      Map.entry("feet", "0.3048"), Map.entry("in", "0.0254"), Map.entry("inches", "0.0254"), Map.entry("mi", "1609.344"),
      Map.entry("miles", "1609.344"));

  private CableUnits() {
  }

  /**
   * A rate above 0, in bit/s.
   *
   * @param unit unit of the column, or empty
   * @throws dev.inflight.lab.read.InputError when the text is no rate
   */
  static long rate(SourceLocation place, String text, String unit) {
    String written = text.strip();
    Matcher matcher = QUANTITY.matcher(written);
    if (matcher.matches()) {
      String behind = matcher.group(2).strip();
      Matcher brief = SHORT_RATE.matcher(behind);
      if (behind.isEmpty() && !unit.isEmpty()) {
        return Ns3Units.rate(place, matcher.group(1) + unitOfRate(unit));
      }
      if (brief.matches()) {
        String prefix = brief.group(1);
        return Ns3Units.rate(place, matcher.group(1) + (prefix.equals("k") ? prefix : prefix.toUpperCase(Locale.ROOT)) + "bps");
      }
      written = matcher.group(1) + behind;
    }
    return Ns3Units.rate(place, written);
  }

  private static String unitOfRate(String unit) {
    return unit.length() == "gbps".length() && !unit.startsWith("k")
        ? unit.substring(0, 1).toUpperCase(Locale.ROOT) + unit.substring(1)
        : unit;
  }

  /**
   * A delay of 0 or more, in picoseconds.
   *
   * @param unit unit of the column, or empty
   * @throws dev.inflight.lab.read.InputError when the text is no delay
   */
  static long delay(SourceLocation place, String text, String unit) {
    String written = text.strip();
    if (Units.isReal(written)) {
      if (unit.isEmpty() && !written.matches("[0.]+")) {
        throw place.error("delay " + Quoted.of(written) + " has no unit; write it as in " + Units.inUnitOf("500ns", written)
            + ", or call the column delay_ns");
      }
      written += unit.isEmpty() ? "s" : unit;
    }
    return Ns3Units.time(place, written.replaceFirst("\\s+(?=\\D+$)", ""));
  }

  /**
   * The delay of a cable of this length, in picoseconds.
   *
   * @param unit unit of the column; empty means meters
   * @throws dev.inflight.lab.read.InputError when the text is no length
   */
  static long delayOfLength(SourceLocation place, String text, String unit) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      throw place.error("length " + Quoted.of(text) + " is not a number of meters, such as 30 or 30m");
    }
    String behind = matcher.group(2).strip().toLowerCase(Locale.ROOT);
    String of = behind.isEmpty() ? unit.strip().toLowerCase(Locale.ROOT) : behind;
    String meters = of.isEmpty() ? "1" : METERS.get(of);
    if (meters == null) {
      throw place
          .error("length " + Quoted.of(text) + " has the unknown unit " + Quoted.of(of) + "; known: m, km, cm, ft, in, mi");
    }
    return place.check(() -> {
      BigDecimal length = Units.decimal("length", matcher.group(1));
      if (length.signum() < 0) {
        throw new IllegalArgumentException("length " + Quoted.of(text) + " is below 0");
      }
      BigDecimal ps = length.multiply(new BigDecimal(meters)).multiply(BigDecimal.valueOf(PS_PER_METER));
      return Units.exact("length", text, ps.compareTo(MILLI) < 0 ? BigDecimal.ZERO : ps.setScale(0, RoundingMode.HALF_EVEN),
          "picoseconds of delay");
    });
  }
}
