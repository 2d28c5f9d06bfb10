package dev.inflight.livetools.watch;

/** What was counted over some time: of frames, and of each format. */
final class Counts {
  /** Of frames. */
  final FrameCounts frames = new FrameCounts();
  /** Of formats, by number. */
  private final FormatCounts[] formats;

  /** Nothing was seen yet. */
  Counts(int formats) {
    this.formats = new FormatCounts[formats];
    for (int at = 0; at < formats; at++) {
      this.formats[at] = new FormatCounts();
    }
  }

  /** How many formats there are. */
  int formats() {
    return formats.length;
  }

  /** Of one format. */
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

  /** Adds what was counted at another time. */
  void add(Counts other) {
    frames.add(other.frames);
    for (int at = 0; at < formats.length; at++) {
      formats[at].add(other.formats[at]);
    }
  }

  /** Forgets all. */
  void clear() {
    frames.clear();
    for (FormatCounts format : formats) {
      format.clear();
    }
  }
}
