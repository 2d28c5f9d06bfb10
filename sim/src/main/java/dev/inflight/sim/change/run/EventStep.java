package dev.inflight.sim.change.run;

import dev.inflight.sim.change.EventSpan;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.state.FabricState;
import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.loop.ScenarioTime;
import dev.inflight.net.fabric.Rerouting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The start or the end of an event of the fabric. */
public final class EventStep extends Event {
  private static final long FIRST = Long.MIN_VALUE; // before flows that start at the same time, and before all else

  private final FabricEvent change;
  private final boolean begins;
  private final FabricState fabric;
  private final long atPs;

  private EventStep(FabricEvent change, boolean begins, long atPs, FabricState fabric) {
    this.change = change;
    this.begins = begins;
    this.atPs = atPs;
    this.fabric = fabric;
    key = begins ? FIRST + 1 : FIRST; // an event that ends as another one starts ends first
  }

  /** Returns all starts and ends of events by time. At equal times ends come first, then the order of the list applies. */
  static List<EventStep> of(List<FabricEvent> events, FabricState fabric) {
    if (events.isEmpty()) {
      return List.of(); // most runs have no events, and need no order
    }
    var steps = new ArrayList<EventStep>();
    for (FabricEvent event : events) {
      for (EventSpan span : event.spans()) {
        steps.add(new EventStep(event, true, span.fromPs(), fabric));
        if (span.untilPs() != FabricEvent.NEVER) {
          steps.add(new EventStep(event, false, span.untilPs(), fabric));
        }
      }
    }
    steps.sort(Comparator.<EventStep>comparingLong(step -> step.atPs).thenComparingLong(step -> step.key));
    return steps;
  }

  /** Schedules all starts and ends of events. */
  public static void schedule(List<FabricEvent> events, FabricState fabric, EventLoop loop) {
    of(events, fabric).forEach(step -> loop.schedule(step, step.atPs));
  }

  /** Time at which the last of the events starts or ends, in picoseconds; 0 without events. */
  public static long lastPs(List<FabricEvent> events) {
    return events.stream().mapToLong(event -> event.untilPs() == FabricEvent.NEVER ? event.atPs() : event.untilPs()).max()
        .orElse(0);
  }

  /** Returns a scheduler of later actions, before all else at their time. Users pass and receive times of packet exchange. */
  public static Rerouting.Later laterIn(EventLoop loop, ScenarioTime time) {
    return (atPs, action) -> {
      var event = new Event() {
        @Override
        public void fire() {
          action.accept(time.toLoop(timePs));
        }
      };
      event.key = FIRST + 2; // after the changes of cables at that time
      loop.schedule(event, time.ofLoop(atPs));
    };
  }

  @Override
  public void fire() {
    apply();
  }

  void apply() {
    if (begins) {
      change.begin(fabric, atPs);
    } else {
      change.end(fabric, atPs);
    }
  }
}
