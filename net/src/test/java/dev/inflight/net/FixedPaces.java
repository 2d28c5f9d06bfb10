package dev.inflight.net;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import java.util.Arrays;
import java.util.Set;

/** Flows with a fixed pace and window each, in order of start. */
public final class FixedPaces implements Scheme {
  private final long[] paces;
  private final long[] windows;
  private int started;

  public FixedPaces(long[] paces, long[] windows) {
    this.paces = paces;
    this.windows = windows;
  }

  /** Flows without windows. */
  public static FixedPaces of(long... paces) {
    long[] windows = new long[paces.length];
    Arrays.fill(windows, CongestionControl.NO_WINDOW);
    return new FixedPaces(paces, windows);
  }

  @Override
  public String name() {
    return "fixed-paces";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of();
  }

  @Override
  public CongestionControl start(PathFacts path) {
    int flow = started++;
    return new CongestionControl() {
      @Override
      public boolean onAck(Feedback ack) {
        return false;
      }

      @Override
      public long windowBytes() {
        return windows[flow];
      }

      @Override
      public long paceBitsPerSec() {
        return paces[flow];
      }
    };
  }
}
