package dev.inflight.net.event;

import org.jspecify.annotations.Nullable;

/**
 * A timer: set to a time, it fires once, unless it is canceled or set again before. A loop takes no event back. So each setting schedules
 * an event of its own, and the events of settings that hold no more fire in vain; they are kept to be scheduled again.
 *
 * <p>Each setting draws one order key, whether it moves the timer or not: how often keys are drawn decides the order of simultaneous
 * events.
 */
public abstract class Timer {
  /** What {@link #atPs} says while the timer is not set. */
  public static final long NEVER = Long.MAX_VALUE;

  private final EventLoop loop;
  private final EventKeys keys;
  private long atPs = NEVER;
  private @Nullable Alarm pending;
  private @Nullable Event free;

  /**
   * A timer that is not set.
   *
   * @param loop where its events run
   * @param keys draws their order keys
   */
  protected Timer(EventLoop loop, EventKeys keys) {
    this.loop = loop;
    this.keys = keys;
  }

  /** It is due, and not set any more; it may be set again from within. */
  protected abstract void fired(long nowPs);

  /**
   * Sets the timer, or sets it again, earlier or later.
   *
   * @param duePs when it fires, in picoseconds; not before the event that is running now
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

  /** It does not fire, until it is set again. */
  public final void cancel() {
    atPs = NEVER;
    pending = null;
  }

  /**
   * It will never be set again: what a loop still has of it lets it go, and with it all that it knows, which would otherwise be kept until that
   * event's time.
   */
  public final void end() {
    Alarm last = pending;
    if (last != null) {
      last.timer = null;
    }
    free = null;
    cancel();
  }

  /** Whether it is set. */
  public final boolean isSet() {
    return pending != null;
  }

  /** When it fires, in picoseconds; {@link #NEVER} while it is not set. */
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
