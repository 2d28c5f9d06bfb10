package dev.inflight.cc.testing;

import java.math.BigDecimal;
import java.util.Map;

/** Numbers with units in the notation of stories. */
final class Quantity {
  private static final Map<String, Long> BYTES = Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);
  private static final Map<String, Long> PICOSECONDS = Map.of("ps", 1L, "ns", 1_000L, "us", 1_000_000L, "ms", 1_000_000_000L, "s",
      1_000_000_000_000L);
  private static final Map<String, Long> BITS_PER_SEC = Map.of("bps", 1L, "kbps", 1_000L, "Mbps", 1_000_000L, "Gbps",
      1_000_000_000L, "Tbps", 1_000_000_000_000L);

  private Quantity() {
  }

  /** {@code 40kB} in bytes. */
  static long bytes(String text) {
    return parse(text, BYTES);
  }

  /** {@code 13us} in picoseconds. */
  static long picoseconds(String text) {
    return parse(text, PICOSECONDS);
  }

  /** {@code 100Gbps} in bit/s. */
  static long bitsPerSec(String text) {
    return parse(text, BITS_PER_SEC);
  }

  private static long parse(String text, Map<String, Long> units) {
    int end = 0;
    while (end < text.length() && "0123456789.".indexOf(text.charAt(end)) >= 0) {
      end++;
    }
    Long unit = units.get(text.substring(end));
    if (end == 0 || unit == null) {
      throw new IllegalArgumentException("'" + text + "' is not a number with one of the units " + units.keySet());
    }
    return new BigDecimal(text.substring(0, end)).multiply(BigDecimal.valueOf(unit)).longValueExact();
  }
}
