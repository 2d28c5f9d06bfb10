package dev.inflight.net.event;

/**
 * Schedules calls at later times, for all parts of the network. Events may fire late, never early; simultaneous ones fire in the
 * loop's tie order.
 */
public interface EventLoop {
  /**
   * Schedules an event that is not scheduled yet. Its {@link Event#key} must be set.
   *
   * @param atPs due time, in picoseconds; not before that of the event that is running now
   */
  void schedule(Event event, long atPs);

  /**
   * True if simultaneous events run in the order of scheduling. A port then {@linkplain #reserve reserves} the place of each
   * transmission's end at its start, and schedules the end only if a packet waits for it.
   */
  default boolean ordersByScheduling() {
    return false;
  }

  /** Reserves the place that an event would get if it were scheduled now; only where the order is that of scheduling. */
  default long reserve() {
    throw new UnsupportedOperationException("no order of scheduling");
  }

  /**
   * Schedules an event that is not scheduled yet at a place that was reserved, and is not {@linkplain #isPast past} at that time.
   *
   * @param atPs due time, in picoseconds; not before that of the event that is running now
   * @param place among the events of that time
   */
  default void scheduleReserved(Event event, long atPs, long place) {
    throw new UnsupportedOperationException("no order of scheduling");
  }

  /** True if an event of the present time with that place would have run already. */
  default boolean isPast(long place) {
    throw new UnsupportedOperationException("no order of scheduling");
  }
}
