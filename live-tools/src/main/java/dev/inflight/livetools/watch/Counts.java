package dev.inflight.livetools.watch;

/** Counters of an interval: of frames, and of each format. */
final class Counts {
  /** Counters of frames. */
  final FrameCounts frames = new FrameCounts();
  /** Counters of formats, by number. */
  private final FormatCounts[] formats;

  /** Creates counters of 0. */
  Counts(int formats) {
    this.formats = new FormatCounts[formats];
    for (int at = 0; at < formats; at++) {
      this.formats[at] = new FormatCounts();
    }
  }

  /** Number of formats. */
  int formats() {
    return formats.length;
  }

  /** Counters of one format. */
  FormatCounts format(int number) {
    return formats[number];
  }

  /** Headers that end early or contradict themselves, of all formats. */
  long unreadable() {
    long unreadable = 0;
    for (FormatCounts format : formats) {
      unreadable += format.unreadable;
    }
    return unreadable;
  }

  /** Headers of other namespaces, versions or types, of all formats. */
  long foreign() {
    long foreign = 0;
    for (FormatCounts format : formats) {
      foreign += format.foreign;
    }
    return foreign;
  }

  /** Adds the counters of another interval. */
  void add(Counts other) {
    frames.add(other.frames);
    for (int at = 0; at < formats.length; at++) {
      formats[at].add(other.formats[at]);
    }
  }

  /** Resets all counters. */
  void clear() {
    frames.clear();
    for (FormatCounts format : formats) {
      format.clear();
    }
  }
}
