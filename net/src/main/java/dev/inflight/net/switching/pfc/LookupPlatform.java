package dev.inflight.net.switching.pfc;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Switches with lossless profiles that SONiC has as tables by speed and length of cable: the files pg_profile_lookup.ini below
 * device/ of sonic-net/sonic-buildimage, commit 086b03b. A row is speed in Mb/s, cable in m, size, xon, xoff in bytes, the
 * exponent of the threshold, and xon_offset in bytes.
 */
public enum LookupPlatform {
  /** Table from common/profiles/td2/gen. */
  TRIDENT_2("""
      1000 5 41808 18432 40560 -1 2496
      1000 40 41808 18432 40560 -1 2496
      1000 300 41808 18432 40560 -1 2496
      10000 5 41808 18432 40560 -1 2496
      10000 40 41808 18432 40560 -1 2496
      10000 300 41808 18432 40560 -1 2496
      40000 5 46384 18432 45136 -1 2496
      40000 40 48464 18432 47216 -1 2496
      40000 300 64064 18432 62816 -1 2496
      50000 5 46592 18432 45344 -1 2496
      50000 40 49296 18432 48048 -1 2496
      50000 300 68848 18432 67600 -1 2496
      100000 5 48464 18432 47216 -1 2496
      100000 40 53872 18432 52624 -1 2496
      100000 300 92976 18432 91728 -1 2496
      """), //
  /** Table from Arista 7050CX3-32S-C28S4. */
  TRIDENT_3("""
      10000 5 4608 4608 160000 0 4608
      10000 40 4608 4608 160000 0 4608
      10000 300 4608 4608 160000 0 4608
      50000 5 4608 4608 160000 0 4608
      50000 40 4608 4608 160000 0 4608
      50000 300 4608 4608 160000 0 4608
      100000 5 4608 4608 160000 0 4608
      100000 40 4608 4608 160000 0 4608
      100000 300 4608 4608 160000 0 4608
      """), //
  /** Table from common/profiles/th/gen. */
  TOMAHAWK_1("""
      10000 5 1248 2288 35776 0 2288
      10000 40 1248 2288 37024 0 2288
      10000 300 1248 2288 46176 0 2288
      25000 5 1248 2288 53248 0 2288
      25000 40 1248 2288 53248 0 2288
      25000 300 1248 2288 79040 0 2288
      40000 5 1248 2288 66560 0 2288
      40000 40 1248 2288 71552 0 2288
      40000 300 1248 2288 108160 0 2288
      50000 5 1248 2288 90272 0 2288
      50000 40 1248 2288 96096 0 2288
      50000 300 1248 2288 141856 0 2288
      100000 5 1248 2288 165568 0 2288
      100000 40 1248 2288 177632 0 2288
      100000 300 1248 2288 268736 0 2288
      """), //
  /** Table from common/profiles/th2/7260. */
  TOMAHAWK_2("""
      40000 5 1248 1248 29536 0 2496
      40000 40 1248 1248 31616 0 2496
      40000 300 1248 1248 48256 0 2496
      50000 5 1248 1248 54080 0 2496
      50000 40 1248 1248 59696 0 2496
      50000 300 1248 1248 101088 0 2496
      100000 5 1248 1248 54080 0 2496
      100000 40 1248 1248 59696 0 2496
      100000 300 1248 1248 101088 0 2496
      """), //
  /** Table from Dell Z9332f-O32. */
  TOMAHAWK_3("""
      100000 5 2540 2540 68580 -2 2540
      100000 40 2540 2540 74422 -2 2540
      100000 300 2540 2540 117348 -2 2540
      100000 1000 2540 2540 233172 -2 2540
      100000 2000 2540 2540 398526 -2 2540
      400000 5 2540 2540 178562 -2 2540
      400000 40 2540 2540 201930 -2 2540
      400000 300 2540 2540 373888 -2 2540
      400000 1000 2540 2540 836676 -2 2540
      400000 2000 2540 2540 1498092 -2 2540
      """), //
  /** Table from Dell Z9664f-O64. */
  TOMAHAWK_4("""
      10000 5 9144 9144 75438 0 9144
      10000 40 9144 9144 78740 0 9144
      10000 300 9144 9144 103378 0 9144
      25000 5 9144 9144 75438 0 9144
      25000 40 9144 9144 78740 0 9144
      25000 300 9144 9144 103378 0 9144
      40000 5 9144 9144 91694 0 9144
      40000 40 9144 9144 98298 0 9144
      40000 300 9144 9144 147574 0 9144
      50000 5 9144 9144 91694 0 9144
      50000 40 9144 9144 98298 0 9144
      50000 300 9144 9144 147574 0 9144
      100000 5 9144 9144 129032 0 9144
      100000 40 9144 9144 142240 0 9144
      100000 300 9144 9144 240538 0 9144
      200000 5 9144 9144 214122 0 9144
      200000 40 9144 9144 240792 0 9144
      200000 300 9144 9144 437134 0 9144
      400000 5 9144 9144 371348 0 9144
      400000 40 9144 9144 424434 0 9144
      400000 300 9144 9144 817372 0 9144
      """), //
  /** Table from Dell Z9864f-O64. */
  TOMAHAWK_5("""
      10000 5 18796 0 91440 0 3556
      10000 40 18796 0 94742 0 3556
      10000 300 18796 0 258572 0 3556
      25000 5 18796 0 91440 0 3556
      25000 40 18796 0 94742 0 3556
      25000 300 18796 0 258572 0 3556
      40000 5 18796 0 106934 0 3556
      40000 40 18796 0 113538 0 3556
      40000 300 18796 0 258572 0 3556
      50000 5 18796 0 106934 0 3556
      50000 40 18796 0 113538 0 3556
      50000 300 18796 0 258572 0 3556
      100000 5 18796 0 147066 0 3556
      100000 40 18796 0 160274 0 3556
      100000 300 18796 0 258572 0 3556
      200000 5 18796 0 229362 0 3556
      200000 40 18796 0 255778 0 3556
      200000 300 18796 0 452374 0 3556
      400000 5 18796 0 393192 0 3556
      400000 40 18796 0 446024 0 3556
      400000 300 18796 0 839216 0 3556
      800000 5 18796 0 729488 0 3556
      800000 40 18796 0 835406 0 3556
      800000 300 18796 0 1621536 0 3556
      """);

  private static final double ROUNDING_METERS = 0.001; // of delays to whole picoseconds
  private static final long MEGA = 1_000_000L;

  private final String table;

  LookupPlatform(String table) {
    this.table = table;
  }

  /**
   * A row.
   *
   * @param size buffer of a priority: with headroom if it is larger than that, else without
   */
  record Row(long rateBitsPerSec, int meters, int size, int xon, int xoff, int th, int xonOffset) {
    private static Row of(String line) {
      List<Integer> numbers = Arrays.stream(line.split(" ")).map(Integer::valueOf).toList();
      return new Row(numbers.get(0) * MEGA, numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4), numbers.get(5),
          numbers.get(6));
    }

    PfcLimits limits() {
      return new PfcLimits(size > xoff ? size - xoff : size, xoff, th, PfcLimits.NEVER, xon, xonOffset);
    }
  }

  /** All rows, by speed, the shorter cable first. */
  List<Row> rows() {
    return table.lines().map(Row::of).toList();
  }

  /** The row of a cable: of its speed and length, or the next longer one; null when there is none. */
  @Nullable
  Row row(long rateBitsPerSec, double meters) {
    return rows().stream().filter(row -> row.rateBitsPerSec == rateBitsPerSec && row.meters + ROUNDING_METERS >= meters)
        .findFirst().orElse(null);
  }

  /** Reason why a cable has no row, with the nearest cable that has one. */
  String whyNone(long rateBitsPerSec, double meters) {
    List<Long> rates = rows().stream().map(Row::rateBitsPerSec).distinct().toList();
    if (!rates.contains(rateBitsPerSec)) {
      long nearest = rates.stream().min(Comparator.comparingLong(rate -> Math.abs(rate - rateBitsPerSec))).orElseThrow();
      return "has no row for ports of " + gbps(rateBitsPerSec) + " Gb/s, only for "
          + rates.stream().map(LookupPlatform::gbps).collect(Collectors.joining(", ")) + "; the nearest is " + gbps(nearest)
          + " Gb/s";
    }
    int longest = rows().stream().filter(row -> row.rateBitsPerSec == rateBitsPerSec).mapToInt(Row::meters).max().orElseThrow();
    return "has no row for cables of " + Math.round(meters) + " m at " + gbps(rateBitsPerSec) + " Gb/s; the longest is " + longest
        + " m";
  }

  private static String gbps(long rateBitsPerSec) {
    return rateBitsPerSec % (1000 * MEGA) == 0
        ? Long.toString(rateBitsPerSec / (1000 * MEGA))
        : Double.toString(rateBitsPerSec / (1000.0 * MEGA));
  }
}
