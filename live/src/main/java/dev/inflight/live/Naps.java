package dev.inflight.live;

import dev.inflight.live.loop.Sleeper;
import dev.inflight.live.loop.Source;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sleeps for a while whatever happens at the sources: for those that nothing can be waited for at. */
final class Naps implements Sleeper {
  private static final long LONGEST_NANOS = 50_000;

  private volatile @Nullable Thread sleeping;

  @Override
  public void watch(List<? extends Source> sources) {
  }

  @Override
  public void sleep(long mostNanos) {
    sleeping = Thread.currentThread();
    LockSupport.parkNanos(this, Math.min(mostNanos, LONGEST_NANOS));
    sleeping = null;
  }

  @Override
  public void wake() {
    Thread sleeper = sleeping;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }

  @Override
  public void close() {
  }
}
