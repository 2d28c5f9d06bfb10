package dev.inflight.sim.loop;

import dev.inflight.net.event.EventLoop;

/**
 * Conversion between the time of the scenario and that of the loop in which packets move. They are the same, except in a run that
 * skips stretches: there the loop's time is behind by the time skipped so far.
 */
public interface ScenarioTime {
  /** Loop of events at times that the scenario gives. */
  EventLoop starts();

  /** Scenario's time at a time of the loop since the last skipped stretch, in picoseconds. */
  long ofLoop(long loopPs);

  /** Loop's time at a time of the scenario since the last skipped stretch, in picoseconds. */
  long toLoop(long scenarioPs);

  /** The time of a run that skips nothing. */
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
