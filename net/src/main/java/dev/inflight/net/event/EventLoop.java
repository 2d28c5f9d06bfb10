package dev.inflight.net.event;

/** The only way to be called later. Events may fire late, never early; simultaneous ones in the loop's tie order. */
public interface EventLoop {
  /**
   * Schedules an event that is not scheduled yet. Its {@link Event#key} must be set.
   *
   * @param atPs when it is due, in picoseconds; not before the event that is running now
   */
  void schedule(Event event, long atPs);

  /**
   * Whether simultaneous events run in the order in which they were scheduled. A port then {@linkplain #reserve reserves} the place of each
   * transmission's end when it starts, and schedules the end only when something waits for it.
   */
  default boolean ordersByScheduling() {
    return false;
  }

  /** Takes the place that an event would have if it were scheduled now; only where the order is that of scheduling. */
  default long reserve() {
    throw new UnsupportedOperationException("no order of scheduling");
  }

  /**
   * Schedules an event that is not scheduled yet at a place that was reserved, and is not {@linkplain #isPast past} at that time.
   *
   * @param atPs when it is due, in picoseconds; not before the event that is running now
   * @param place among the events of that time
   */
  default void scheduleReserved(Event event, long atPs, long place) {
    throw new UnsupportedOperationException("no order of scheduling");
  }

  /** Whether an event of the present time with that place would have run already. */
  default boolean isPast(long place) {
    throw new UnsupportedOperationException("no order of scheduling");
  }
}
