package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.telemetry.util.Check;
import java.util.Set;

/**
 * A constant window, sent at line rate.
 *
 * @param bdps the window as a multiple of line rate times base RTT, above 0 to 1000
 */
public record FixedWindow(double bdps) implements Scheme {
  /** One bandwidth-delay product. */
  public static final FixedWindow DEFAULT = new FixedWindow(1);

  /** Checks the range. */
  public FixedWindow {
    Check.positive("bdps", bdps, 1000);
  }

  @Override
  public String name() {
    return "fixed-window";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of();
  }

  @Override
  public CongestionControl start(PathFacts path) {
    long window = Math.max(path.payloadBytes(), (long) (bdps * path.bdpBytes()));
    return new CongestionControl() {
      @Override
      public boolean onAck(Feedback ack) {
        return false;
      }

      @Override
      public long windowBytes() {
        return window;
      }

      @Override
      public long paceBitsPerSec() {
        return path.lineRateBitsPerSec();
      }
    };
  }
}
