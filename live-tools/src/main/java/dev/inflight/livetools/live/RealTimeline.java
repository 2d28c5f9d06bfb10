package dev.inflight.livetools.live;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.event.Event;
import dev.inflight.sim.loop.Timeline;

/** Real time as a run's: it starts when the run does. */
final class RealTimeline implements Timeline {
  private final RealLoop loop;
  private boolean began;

  RealTimeline(RealLoop loop) {
    this.loop = loop;
  }

  @Override
  public void schedule(Event event, long atPs) {
    loop.schedule(event, atPs);
  }

  @Override
  public long nowPs() {
    return loop.nowPs();
  }

  @Override
  public long fired() {
    return loop.lateness().events();
  }

  @Override
  public void stop() {
    loop.stop();
  }

  @Override
  public void run(long untilPs) {
    if (!began) {
      began = true;
      loop.begin();
    }
    loop.run(untilPs);
  }
}
