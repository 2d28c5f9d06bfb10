package dev.inflight.sim.fast;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.sim.loop.Look;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.VirtualLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The simulated time of a run that skips stretches: the time of a loop of packet exchange, plus the skipped time so far. Hosts,
 * switches and cables run in the loop's time, in which nothing is missing. Events at times of the scenario, and looks at results,
 * are scheduled here, in simulated time.
 */
public final class SkippingTimeline implements Timeline, ScenarioTime {
  private final VirtualLoop loop;
  private final List<Appointment> appointments = new ArrayList<>();
  private final List<Appointment> free = new ArrayList<>();
  private long skippedPs;
  /** The loop's time at the present look; below its own time while it runs. */
  private long lookedAtPs = -1;
  private long untilPs;
  private volatile boolean stopped;
  private @Nullable FastForward forward;

  /** Makes a timeline at time 0 of an existing loop. */
  public SkippingTimeline(VirtualLoop loop) {
    this.loop = loop;
  }

  /** The loop of packet exchange. */
  public VirtualLoop loop() {
    return loop;
  }

  void forwardBy(FastForward by) {
    forward = by;
  }

  @Override
  public EventLoop starts() {
    return this;
  }

  @Override
  public long toLoop(long scenarioPs) {
    return scenarioPs - skippedPs;
  }

  @Override
  public long ofLoop(long loopPs) {
    return loopPs + skippedPs;
  }

  /** Time of the loop at a simulated time after the last skipped stretch, in picoseconds. */
  public long loopPs(long simulatedPs) {
    return simulatedPs - skippedPs;
  }

  /** Skipped time so far, in picoseconds. */
  public long skippedPs() {
    return skippedPs;
  }

  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    Appointment at = free.isEmpty() ? new Appointment() : free.removeLast();
    at.of = event;
    at.key = event.key;
    at.place = appointments.size();
    appointments.add(at);
    loop.schedule(at, atPs - skippedPs);
  }

  @Override
  public boolean ordersByScheduling() {
    return loop.ordersByScheduling();
  }

  @Override
  public long nowPs() {
    return Math.max(loop.nowPs(), lookedAtPs) + skippedPs;
  }

  @Override
  public long quietUntilPs() {
    long quiet = loop.quietUntilPs();
    return quiet == Long.MAX_VALUE ? quiet : quiet + skippedPs;
  }

  @Override
  public long fired() {
    return loop.fired();
  }

  @Override
  public void stop() {
    stopped = true;
    loop.stop();
  }

  @Override
  public void run(long toPs) {
    untilPs = toPs;
    while (!stopped) {
      long lastPs = toPs == Long.MAX_VALUE ? toPs : toPs - skippedPs;
      long lookPs = forward == null ? Long.MAX_VALUE : forward.nextLookPs(loop.nextPs());
      loop.run(Math.min(lastPs, lookPs));
      if (stopped || lookPs >= lastPs || loop.nextPs() == Long.MAX_VALUE || forward == null) {
        break;
      }
      lookedAtPs = lookPs;
      forward.look(lookPs);
      lookedAtPs = -1;
    }
    stopped = false;
  }

  /** Time until the next event of the scenario, in picoseconds; looks do not count. */
  long quietPs(long nowPs) {
    long next = untilPs == Long.MAX_VALUE ? untilPs : untilPs - skippedPs;
    for (Appointment at : appointments) {
      if (at.of != null && !(at.of instanceof Look)) {
        next = Math.min(next, at.timePs);
      }
    }
    return next == Long.MAX_VALUE ? next : next - nowPs;
  }

  /** Credit for the traffic of a skipped time. */
  interface Credit {
    /** Credits a part of it, in picoseconds. */
    void add(long ps);
  }

  /** Skips a time, between events. */
  void skip(long ps, Credit credit) {
    long toPs = nowPs() + ps;
    while (true) {
      Appointment next = null;
      Event event = null;
      for (Appointment at : appointments) {
        if (at.of instanceof Look look && look.timePs <= toPs) {
          look.timePs = look.passOver(toPs);
        }
        if (at.of != null && at.of.timePs <= toPs && (event == null || at.of.timePs < event.timePs)) {
          next = at;
          event = at.of;
        }
      }
      if (next == null || event == null) {
        break;
      }
      passTo(event.timePs, credit);
      next.leave();
      event.fire();
    }
    passTo(toPs, credit);
    for (Appointment at : List.copyOf(appointments)) {
      Event event = at.of;
      at.leave();
      if (event != null) {
        schedule(event, event.timePs);
      }
    }
  }

  private void passTo(long atPs, Credit credit) {
    long ps = atPs - nowPs();
    if (ps > 0) {
      skippedPs += ps;
      credit.add(ps);
    }
  }

  /** Event in the loop that triggers an event of the simulated time. */
  private final class Appointment extends Event {
    @Nullable
    Event of;
    int place;

    @Override
    public void fire() {
      Event event = of;
      if (event != null) {
        leave();
        free.add(this);
        event.fire();
      }
    }

    /** Detaches it from its event, even if it is still in the loop. */
    void leave() {
      of = null;
      Appointment last = appointments.removeLast();
      if (last != this) {
        appointments.set(place, last);
        last.place = place;
      }
    }
  }
}
