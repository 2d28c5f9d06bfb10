package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Packet;

/**
 * Virtual time as a timing {@link Wheel}: a slot holds the events of a short span of time, and events beyond the wheel's horizon
 * wait in a heap. Scheduling and firing allocate nothing. Subclasses, one for each {@link TieOrder}, decide the slot of an event
 * and the order of events in a slot.
 */
public abstract class VirtualLoop implements Timeline {
  final int slotMask;
  final long slotPs;
  private final long reciprocal;
  private final long roundUpPs;
  final Wheel wheel;
  private final LookAhead lookAhead;
  private final FarEvents far = new FarEvents();

  /** The slot of the events that run now, or ran last, counted from time 0. */
  long slot;
  long nowPs;
  long fired;
  long limitPs;
  private boolean ended;
  volatile boolean stopped;

  /**
   * Makes a loop at time 0.
   *
   * @param slots number of the wheel's slots, a power of two and 64 or more
   * @param width number of a slot's events for which the wheel has preallocated room
   * @param slotPs length of a slot, in picoseconds
   * @param roundUpPs amount by which times are rounded up on their way to a slot, in picoseconds
   */
  VirtualLoop(int slots, int width, long slotPs, long roundUpPs) {
    this.slotPs = slotPs;
    this.roundUpPs = roundUpPs;
    slotMask = slots - 1;
    // time / slotPs as a multiplication: exact for powers of two; for nanoseconds, now and then one too many after five hours
    reciprocal = Long.divideUnsigned(-1, slotPs) + 1;
    wheel = new Wheel(slots, width);
    lookAhead = new LookAhead(wheel, slots);
  }

  /** Makes a loop at time 0, with simultaneous events in this order. */
  public static VirtualLoop of(TieOrder ties) {
    return switch (ties) {
      case PORT -> new PortOrderLoop();
      case SCHEDULING -> new SchedulingOrderLoop();
    };
  }

  @Override
  public final long nowPs() {
    return nowPs;
  }

  @Override
  public final long fired() {
    return fired;
  }

  @Override
  public final void stop() {
    stopped = true;
  }

  /** The number of the slot that a time falls into. */
  final long slotOf(long atPs) {
    long at = Math.multiplyHigh(atPs + roundUpPs, reciprocal);
    return at * slotPs - atPs > roundUpPs ? at - 1 : at;
  }

  /** True if the time is beyond the wheel's horizon; the event then waits in the heap, by its time and key. */
  final boolean isFar(Event event, long at) {
    if (at - slot <= slotMask) {
      return false;
    }
    far.add(event);
    return true;
  }

  /** The current slot's place in the wheel. */
  final int position() {
    return (int) slot & slotMask;
  }

  /** Ends the present run at the current instant, as if its end had been set to it. */
  public final void endHere() {
    limitPs = nowPs;
    ended = true;
  }

  /** True if the last run, or the present one, was {@linkplain #endHere ended}. */
  public final boolean isEnded() {
    return ended;
  }

  @Override
  public final void run(long untilPs) {
    limitPs = untilPs;
    ended = false;
    while (!stopped) {
      long next = nextOccupied(slot);
      long earliestFar = far.earliestPs();
      if (earliestFar != Long.MAX_VALUE) {
        next = Math.min(next, Math.multiplyHigh(earliestFar, reciprocal));
      }
      if (next == Long.MAX_VALUE || next * slotPs > limitPs) {
        return;
      }
      slot = next;
      while (far.earliestPs() != Long.MAX_VALUE && Math.multiplyHigh(far.earliestPs(), reciprocal) - slot <= slotMask) {
        Event event = far.poll();
        wheel.add(event, (int) Math.multiplyHigh(event.timePs, reciprocal) & slotMask);
      }
      lookAhead.before(slot);
      if (!drain()) {
        return;
      }
    }
    stopped = false;
  }

  /**
   * Fires the current slot's events, or only those of the current instant once the run is stopped; returns false if events after
   * the run's limit are left.
   */
  abstract boolean drain();

  /** The time of the next event of the current slot, or {@link Long#MAX_VALUE} when it holds none. */
  abstract long nextHerePs();

  /** Time before which no event is due, between runs, in picoseconds; {@link Long#MAX_VALUE} if none is scheduled. */
  public final long nextPs() {
    long next = nextOccupied(slot);
    return Math.min(far.earliestPs(), next == Long.MAX_VALUE ? next : next * slotPs);
  }

  @Override
  public final long quietUntilPs() {
    long here = nextHerePs();
    if (here != Long.MAX_VALUE) {
      return here;
    }
    long next = nextOccupied(slot + 1);
    boolean onlyHere = next - slot > slotMask; // once around, to the slot of the last event, which runs now
    return Math.min(far.earliestPs(), onlyHere ? Long.MAX_VALUE : next * slotPs);
  }

  /** The next slot from one on that is occupied, or {@link Long#MAX_VALUE}. */
  private long nextOccupied(long from) {
    int away = wheel.toNext((int) from & slotMask);
    return away < 0 ? Long.MAX_VALUE : from + away;
  }

  /** Fires an event. Most events are packets: naming them lets the compiler join their way through a node with this loop. */
  static void fire(Event event) {
    if (event instanceof Packet packet) {
      packet.fire();
    } else {
      event.fire();
    }
  }
}
