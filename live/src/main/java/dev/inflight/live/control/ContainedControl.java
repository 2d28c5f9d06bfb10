package dev.inflight.live.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.PathQuery;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Wrapper of a scheme that may throw. After an exception, a control that sends one packet at a time replaces the scheme until the
 * connection ends, so that the caller can finish its work for all other connections. It also records round-trip times.
 */
public final class ContainedControl extends ForwardingControl {
  private final Function<PathFacts, CongestionControl> scheme;
  private final PathFacts path;
  private final Consumer<Throwable> failed;
  private @Nullable LongFunction<@Nullable PathFacts> measured;
  private long lastRttPs;
  private long leastRttPs = Long.MAX_VALUE;

  private ContainedControl(CongestionControl control, Function<PathFacts, CongestionControl> scheme, PathFacts path,
      Consumer<Throwable> failed) {
    super(control);
    this.scheme = scheme;
    this.path = path;
    this.failed = failed;
  }

  /**
   * Starts a scheme.
   *
   * @param scheme factory of its state
   * @param failed receiver of its exceptions
   */
  public static ContainedControl start(Function<PathFacts, CongestionControl> scheme, PathFacts path,
      Consumer<Throwable> failed) {
    CongestionControl control;
    try {
      control = scheme.apply(path);
    } catch (Throwable thrown) { // an Error too: no work of the endpoint was in progress
      failed.accept(thrown);
      control = new OnePacket(path);
    }
    return new ContainedControl(control, scheme, path, failed);
  }

  /**
   * Restarts the scheme as soon as the path's base RTT is known, because it was unknown at the scheme's start.
   *
   * @param path facts about the path for a packet's round-trip time, in picoseconds; null while it is ambiguous
   */
  public void beginAgain(LongFunction<@Nullable PathFacts> path) {
    measured = path;
  }

  /** Last measured round-trip time, in picoseconds; 0 before the first. */
  public long lastRttPs() {
    return lastRttPs;
  }

  /** Smallest measured round-trip time, in picoseconds; 0 before the first. */
  public long leastRttPs() {
    return leastRttPs == Long.MAX_VALUE ? 0 : leastRttPs;
  }

  /** Switches to a control that cannot throw. */
  private void fails(Throwable thrown) {
    forwardTo(new OnePacket(path));
    measured = null;
    failed.accept(thrown);
  }

  @Override
  public boolean onAck(Feedback ack) {
    lastRttPs = ack.rttPs;
    leastRttPs = Math.min(leastRttPs, ack.rttPs);
    try {
      PathFacts known = measured == null ? null : measured.apply(ack.rttPs);
      if (known != null) {
        measured = null;
        forwardTo(scheme.apply(known));
        return true;
      }
      return super.onAck(ack);
    } catch (Throwable thrown) {
      fails(thrown);
      return true;
    }
  }

  @Override
  public void onTimeout(long nowPs) {
    try {
      super.onTimeout(nowPs);
    } catch (Throwable thrown) {
      fails(thrown);
    }
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    try {
      super.onPathChange(room, nowPs);
    } catch (Throwable thrown) {
      fails(thrown);
    }
  }

  @Override
  public boolean onCnp(long nowPs) {
    try {
      return super.onCnp(nowPs);
    } catch (Throwable thrown) {
      fails(thrown);
      return true;
    }
  }

  @Override
  public void onRestart(long everSentBytes) {
    try {
      super.onRestart(everSentBytes);
    } catch (Throwable thrown) {
      fails(thrown);
    }
  }

  @Override
  public boolean onWindow(long windowBytes) {
    try {
      return super.onWindow(windowBytes);
    } catch (Throwable thrown) {
      fails(thrown);
      return true;
    }
  }

  @Override
  public void restrict(long windowBytes) {
    try {
      super.restrict(windowBytes);
    } catch (Throwable thrown) {
      fails(thrown);
    }
  }

  @Override
  public int timers() {
    try {
      return super.timers();
    } catch (Throwable thrown) {
      fails(thrown);
      return 0;
    }
  }

  @Override
  public long timerPs(int timer) {
    try {
      return super.timerPs(timer);
    } catch (Throwable thrown) {
      fails(thrown);
      return NEVER;
    }
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    try {
      return super.onTimer(timer, nowPs);
    } catch (Throwable thrown) {
      fails(thrown);
      return true;
    }
  }

  @Override
  public PathQuery nextQuestion() {
    try {
      return super.nextQuestion();
    } catch (Throwable thrown) {
      fails(thrown);
      return PathQuery.UTILIZATION;
    }
  }

  @Override
  public long windowBytes() {
    try {
      return super.windowBytes();
    } catch (Throwable thrown) {
      fails(thrown);
      return path.payloadBytes();
    }
  }

  @Override
  public long paceBitsPerSec() {
    try {
      return super.paceBitsPerSec();
    } catch (Throwable thrown) {
      fails(thrown);
      return path.lineRateBitsPerSec();
    }
  }

  @Override
  public boolean sendsOnlyWhatFits() {
    try {
      return super.sendsOnlyWhatFits();
    } catch (Throwable thrown) {
      fails(thrown);
      return false;
    }
  }

  @Override
  public boolean sendsUnsolicited() {
    try {
      return super.sendsUnsolicited();
    } catch (Throwable thrown) {
      fails(thrown);
      return false;
    }
  }

  @Override
  public long creditRequestBytes(long unsentBytes, long everSentBytes) {
    try {
      return super.creditRequestBytes(unsentBytes, everSentBytes);
    } catch (Throwable thrown) {
      fails(thrown);
      return Math.min(unsentBytes, path.payloadBytes());
    }
  }

  @Override
  public void leaveOut(long bytes, long ps) {
    try {
      super.leaveOut(bytes, ps);
    } catch (Throwable thrown) {
      fails(thrown);
    }
  }

  /** Control that sends one packet in each round trip. */
  private record OnePacket(PathFacts path) implements CongestionControl {
    @Override
    public boolean onAck(Feedback ack) {
      return false;
    }

    @Override
    public long windowBytes() {
      return path.payloadBytes();
    }

    @Override
    public long paceBitsPerSec() {
      return path.lineRateBitsPerSec();
    }
  }
}
