package dev.inflight.telemetry.util;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Enumeration of link rates as headers carry it: code to rate and back. */
public final class RateCodes {
  private final long[] rateBitsPerSec;

  /** Creates an enumeration of rates in Gbit/s in order of their codes, starting with code 0. */
  public RateCodes(int... gigabitsPerSec) {
    rateBitsPerSec = new long[gigabitsPerSec.length];
    for (int code = 0; code < gigabitsPerSec.length; code++) {
      rateBitsPerSec[code] = gigabitsPerSec[code] * 1_000_000_000L;
    }
  }

  /** Code of a rate, or -1 if it has none. */
  public int code(long rate) {
    for (int code = 0; code < rateBitsPerSec.length; code++) {
      if (rateBitsPerSec[code] == rate) {
        return code;
      }
    }
    return -1;
  }

  /** Code of a rate, which must have one. */
  public int require(String format, long rate) {
    int code = code(rate);
    if (code < 0) {
      throw new IllegalArgumentException("format " + format + " has no code for " + rate + " b/s, only for " + this);
    }
    return code;
  }

  /** Rate of a code, or 0 for a code without meaning. */
  public long rate(int code) {
    return code < rateBitsPerSec.length ? rateBitsPerSec[code] : 0;
  }

  @Override
  public String toString() {
    return Arrays.stream(rateBitsPerSec).sorted().mapToObj(rate -> Long.toString(rate / 1_000_000_000L))
        .collect(Collectors.joining(", ", "", " Gbps"));
  }
}
