package dev.inflight.live.loop;

/** Behavior of a {@link RealLoop} while nothing is due. */
public enum Waiting {
  /** Polls continuously: a core is always busy, and events are late by no more than the poll's work. */
  SPIN,
  /** Sleeps until a frame arrives or an event is due: events are late by the kernel's time to wake a thread, about 20 us. */
  PARK
}
