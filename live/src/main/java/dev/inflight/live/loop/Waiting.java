package dev.inflight.live.loop;

/** What a {@link RealLoop} does while nothing is due. */
public enum Waiting {
  /** Asks again and again: a core is busy, and events are late by no more than what it does then. */
  SPIN,
  /** Sleeps until something arrives or an event is due: events are late by what the kernel takes to wake a thread, some 20 us. */
  PARK
}
