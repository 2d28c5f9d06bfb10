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
   * Whether simultaneous events run in the order in which they were scheduled. Ports then announce the end of every transmission when it
   * begins; otherwise only when something waits for it.
   */
  default boolean ordersByScheduling() {
    return false;
  }
}
