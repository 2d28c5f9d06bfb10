package dev.inflight.sim.parts;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Packets on their way from one part to another. The one's cables put them in during a step, the other takes them out at the next step's
 * beginning, while the first fills the other half. Between steps, everybody meets.
 */
final class Outbox implements EventLoop {
  private final Half[] halves = {new Half(), new Half()};
  private Half filling = halves[0];

  /** What one step has put in. */
  private static final class Half {
    private @Nullable Event[] events = new Event[8];
    private int count;
    private long earliestPs = Long.MAX_VALUE;
  }

  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    Half half = filling;
    if (half.count == half.events.length) {
      half.events = Arrays.copyOf(half.events, 2 * half.count);
    }
    half.events[half.count++] = event;
    if (atPs < half.earliestPs) {
      half.earliestPs = atPs;
    }
  }

  /** A step starts: what the last one has put in can be taken out. For the part that sends. */
  void turn(int step) {
    filling = halves[step & 1];
  }

  /** When the first arrives of those that the step has put in, in picoseconds; {@link Long#MAX_VALUE} without any. For the part that sends. */
  long earliestPs() {
    return filling.earliestPs;
  }

  /** Takes out what the step before has put in. For the part that receives. */
  @SuppressWarnings("NullAway") // positions below count are filled
  void deliver(int step, EventLoop to) {
    Half half = halves[step + 1 & 1];
    for (int at = 0; at < half.count; at++) {
      Event event = half.events[at];
      half.events[at] = null;
      to.schedule(event, event.timePs);
    }
    half.count = 0;
    half.earliestPs = Long.MAX_VALUE;
  }
}
