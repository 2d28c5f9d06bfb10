package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import java.util.Set;

/** No congestion control: line rate without a window. For studies of switches, pauses and losses. */
public record NoControl() implements Scheme {
  /** The scheme; it has no parameters. */
  public static final NoControl DEFAULT = new NoControl();

  @Override
  public String name() {
    return "none";
  }

  @Override
  public Set<Signal> signals() {
    return Set.of();
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new CongestionControl() {
      @Override
      public boolean onAck(Feedback ack) {
        return false;
      }

      @Override
      public long windowBytes() {
        return NO_WINDOW;
      }

      @Override
      public long paceBitsPerSec() {
        return path.lineRateBitsPerSec();
      }
    };
  }
}
