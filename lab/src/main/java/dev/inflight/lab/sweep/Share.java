package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Points of a sweep that a process runs: process {@code number} of {@code of} runs every {@code of}-th point.
 *
 * @param number number of the process, from 1
 * @param of number of processes, 1 or more
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

  /** Reports whether the process runs a point, counted from 0. */
  boolean has(int point) {
    return point % of == number - 1;
  }
}
