package dev.inflight.livetools.watch;

import dev.inflight.telemetry.DecodeStatus;

/** Telemetry of one format that was seen. */
final class FormatCounts {
  /** Headers under way that were read. */
  long headers;
  /** Headers that acknowledgements bring back, and were read. */
  long broughtBack;
  /** Headers that end early or contradict themselves, under way or brought back. */
  long unreadable;
  /** Headers of another namespace, version or type than the format has here. */
  long foreign;
  /** Records of hops in those that were read. */
  long hops;
  /** The most of one header. */
  int mostHops;
  /** Headers that may have had no room for all hops of their path. */
  long full;

  /** Headers that were read. */
  long read() {
    return headers + broughtBack;
  }

  /** Whether there was any. */
  boolean isSeen() {
    return read() + unreadable + foreign > 0;
  }

  /** Counts one that was not read. */
  void count(DecodeStatus outcome) {
    if (outcome == DecodeStatus.UNSUPPORTED) {
      foreign++;
    } else {
      unreadable++;
    }
  }

  /** Adds what was counted at another time. */
  void add(FormatCounts other) {
    headers += other.headers;
    broughtBack += other.broughtBack;
    unreadable += other.unreadable;
    foreign += other.foreign;
    hops += other.hops;
    mostHops = Math.max(mostHops, other.mostHops);
    full += other.full;
  }

  /** Forgets all. */
  void clear() {
    headers = 0;
    broughtBack = 0;
    unreadable = 0;
    foreign = 0;
    hops = 0;
    mostHops = 0;
    full = 0;
  }
}
