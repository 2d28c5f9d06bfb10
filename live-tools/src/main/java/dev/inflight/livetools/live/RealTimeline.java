package dev.inflight.livetools.live;

import dev.inflight.live.loop.RealLoop;
import dev.inflight.net.event.Event;
import dev.inflight.sim.loop.Timeline;

/** Real time of a run, which starts with the run. */
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
