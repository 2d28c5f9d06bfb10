package dev.inflight.sim.parts;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Packets on their way from one part to another. Cables of the sending part add them during a step. The receiving part takes them
 * out at the next step's start, while the sending part fills the other half. All threads meet between steps.
 */
final class Outbox implements EventLoop {
  private final Half[] halves = {new Half(), new Half()};
  private Half filling = halves[0];

  /** Packets of one step. */
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

  /** Starts a step: the packets of the last one can be taken out. Called by the sending part. */
  void turn(int step) {
    filling = halves[step & 1];
  }

  /** Earliest arrival of the step's packets, in picoseconds; {@link Long#MAX_VALUE} without any. Called by the sending part. */
  long earliestPs() {
    return filling.earliestPs;
  }

  /** Takes out the packets of the step before. Called by the receiving part. */
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
