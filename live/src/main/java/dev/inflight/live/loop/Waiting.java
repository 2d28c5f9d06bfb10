package dev.inflight.live.loop;

/** Behavior of a {@link RealLoop} while nothing is due. */
public enum Waiting {
  /** Polls continuously: a core is busy, and events are late by no more than the poll's work. */
  SPIN,
  /** Sleeps until a frame arrives or an event is due: events are late by the time of the kernel to wake a thread, about 20 us. */
  PARK
}
