package dev.inflight.net.event;

import org.jspecify.annotations.Nullable;

/**
 * A timer: once set, it fires at its time, unless it is canceled or set again before. Loops cannot remove events. So each setting
 * schedules another event, and the events of superseded settings fire without effect; the timer keeps them for reuse.
 *
 * <p>Each setting draws one order key, whether it moves the timer or not: the number of drawn keys decides the order of
 * simultaneous events.
 */
public abstract class Timer {
  /** Value of {@link #atPs} while the timer is not set. */
  public static final long NEVER = Long.MAX_VALUE;

  private final EventLoop loop;
  private final EventKeys keys;
  private long atPs = NEVER;
  private @Nullable Alarm pending;
  private @Nullable Event free;

  /**
   * Makes a timer that is not set.
   *
   * @param loop loop that runs its events
   * @param keys draws their order keys
   */
  protected Timer(EventLoop loop, EventKeys keys) {
    this.loop = loop;
    this.keys = keys;
  }

  /** Handles the timer's expiry; the timer is not set any more, and this method may set it again. */
  protected abstract void fired(long nowPs);

  /**
   * Sets the timer, or sets it again, earlier or later.
   *
   * @param duePs expiry time, in picoseconds; not before that of the event that is running now
   */
  public final void set(long duePs) {
    Alarm alarm = (Alarm) free;
    if (alarm == null) {
      alarm = new Alarm(this);
    } else {
      free = alarm.next;
      alarm.next = null;
    }
    atPs = duePs;
    pending = alarm;
    alarm.key = keys.nextKey();
    loop.schedule(alarm, duePs);
  }

  /** Cancels the timer until it is set again. */
  public final void cancel() {
    atPs = NEVER;
    pending = null;
  }

  /**
   * Ends the timer, which must not be set again: events that are still in a loop release their reference to it, which would
   * otherwise keep its owner in memory until their time.
   */
  public final void end() {
    Alarm last = pending;
    if (last != null) {
      last.timer = null;
    }
    free = null;
    cancel();
  }

  /** True if the timer is set. */
  public final boolean isSet() {
    return pending != null;
  }

  /** Expiry time, in picoseconds; {@link #NEVER} while the timer is not set. */
  public final long atPs() {
    return atPs;
  }

  private void fire(Alarm alarm) {
    boolean holds = alarm == pending;
    long nowPs = alarm.timePs;
    alarm.next = free;
    free = alarm;
    if (holds) {
      cancel();
      fired(nowPs);
    }
  }

  /** The event of one setting. */
  private static final class Alarm extends Event {
    private @Nullable Timer timer;

    Alarm(Timer timer) {
      this.timer = timer;
    }

    @Override
    public void fire() {
      Timer of = timer;
      if (of != null) {
        of.fire(this);
      }
    }
  }
}
