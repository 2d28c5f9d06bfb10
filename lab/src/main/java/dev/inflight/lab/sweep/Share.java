package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which points of a sweep a process runs: one of several that share them out, each taking every so manyth point.
 *
 * @param number which one, from 1
 * @param of how many there are, 1 or more
 */
public record Share(int number, int of) {
  /** All points. */
  public static final Share ALL = new Share(1, 1);
  private static final Pattern WRITTEN = Pattern.compile("([1-9]\\d{0,5})/([1-9]\\d{0,5})");

  /** Reads {@code 2/8}, the second of eight. */
  public static Share parse(String text, SourceLocation place) {
    Matcher written = WRITTEN.matcher(text);
    if (!written.matches() || Integer.parseInt(written.group(1)) > Integer.parseInt(written.group(2))) {
      throw place.error("'" + text + "' is not of the form 2/8, the second of eight shares");
    }
    return new Share(Integer.parseInt(written.group(1)), Integer.parseInt(written.group(2)));
  }

  /** Whether it takes a point, counted from 0. */
  boolean has(int point) {
    return point % of == number - 1;
  }
}
