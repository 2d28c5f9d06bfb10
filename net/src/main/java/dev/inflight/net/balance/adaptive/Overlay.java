package dev.inflight.net.balance.adaptive;

import dev.inflight.net.link.Packet;

/** The fields of {@link Packet#overlay}: tag and load of the packet's path, and its report about a path back (CONGA §3.3). */
final class Overlay {
  /** Bits of a load. */
  static final int METRIC_BITS = 6;
  /** The largest tag. */
  static final int MOST_TAGS = (1 << 10) - 1;
  private static final int METRIC_MASK = (1 << METRIC_BITS) - 1;
  private static final int TAG_SHIFT = METRIC_BITS;
  private static final int REPORTED_SHIFT = 16;

  private Overlay() {
  }

  /** A path by its tag, 1 and up, and its load so far; and a report of a path back, of tag 0 without one. */
  static long of(int tag, int metric, int reportedTag, int reportedMetric) {
    return tag << TAG_SHIFT | metric | (long) (reportedTag << TAG_SHIFT | reportedMetric) << REPORTED_SHIFT;
  }

  /** The tag of the path; 0: a switch has made the packet on its way. */
  static int tag(long overlay) {
    return (int) (overlay >>> TAG_SHIFT) & MOST_TAGS;
  }

  /** The load of the path. */
  static int metric(long overlay) {
    return (int) overlay & METRIC_MASK;
  }

  /** The tag of the path back that it reports of; 0: of none. */
  static int reportedTag(long overlay) {
    return tag(overlay >>> REPORTED_SHIFT);
  }

  /** The load of that path. */
  static int reportedMetric(long overlay) {
    return metric(overlay >>> REPORTED_SHIFT);
  }

  /** Returns the overlay with the load of the path raised to at least this. */
  static long atLeast(long overlay, int metric) {
    return metric > metric(overlay) ? overlay & ~(long) METRIC_MASK | metric : overlay;
  }
}
