package dev.inflight.live.testing;

import dev.inflight.live.loop.Sleeper;
import dev.inflight.live.loop.Source;
import java.util.List;

/** Sleeper of a spinning loop, which never sleeps. */
public final class Awake implements Sleeper {
  @Override
  public void watch(List<? extends Source> sources) {
  }

  @Override
  public void sleep(long mostNanos) {
    throw new IllegalStateException("a loop that spins sleeps");
  }

  @Override
  public void wake() {
  }

  @Override
  public void close() {
  }
}
