package dev.inflight.sim.loop;

import dev.inflight.net.event.EventLoop;

/**
 * The time of the scenario beside that of the loop in which packets move. They are the same, but for a run that leaves stretches out: there the loop's
 * time is behind by all that was left out so far.
 */
public interface ScenarioTime {
  /** Where events are scheduled that the scenario gives a time for. */
  EventLoop starts();

  /** The scenario's time at a time of the loop since the last stretch that was left out, in picoseconds. */
  long ofLoop(long loopPs);

  /** The loop's time at a time of the scenario since the last stretch that was left out, in picoseconds. */
  long toLoop(long scenarioPs);

  /** The time of a run that leaves nothing out. */
  static ScenarioTime of(EventLoop loop) {
    return new ScenarioTime() {
      @Override
      public EventLoop starts() {
        return loop;
      }

      @Override
      public long ofLoop(long loopPs) {
        return loopPs;
      }

      @Override
      public long toLoop(long scenarioPs) {
        return scenarioPs;
      }
    };
  }
}
