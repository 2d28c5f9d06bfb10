package dev.inflight.livetools.watch;

import dev.inflight.telemetry.DecodeStatus;

/** Counters of observed telemetry of one format. */
final class FormatCounts {
  /** Headers read in data packets and probes. */
  long headers;
  /** Headers read in acknowledgements, which return them. */
  long broughtBack;
  /** Headers that end early or contradict themselves, in packets of both directions. */
  long unreadable;
  /** Headers of another namespace, version or type than the format has here. */
  long foreign;
  /** Records of hops in the headers read. */
  long hops;
  /** Largest number of records in one header. */
  int mostHops;
  /** Headers that may have had no room for all hops of their path. */
  long full;

  /** Headers read. */
  long read() {
    return headers + broughtBack;
  }

  /** True if there was any header. */
  boolean isSeen() {
    return read() + unreadable + foreign > 0;
  }

  /** Counts a header that could not be read. */
  void count(DecodeStatus outcome) {
    if (outcome == DecodeStatus.UNSUPPORTED) {
      foreign++;
    } else {
      unreadable++;
    }
  }

  /** Adds the counters of another interval. */
  void add(FormatCounts other) {
    headers += other.headers;
    broughtBack += other.broughtBack;
    unreadable += other.unreadable;
    foreign += other.foreign;
    hops += other.hops;
    mostHops = Math.max(mostHops, other.mostHops);
    full += other.full;
  }

  /** Resets all counters. */
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
