package dev.inflight.live.steer;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;

/**
 * A scheme with decisions that a TCP connection of the kernel follows. It is to be that of an {@code Endpoint} on the same path with one connection; its
 * small messages are the probes: what the scheme makes of the telemetry that an acknowledgement brings is applied at once. As long as no probe is
 * sent, nothing changes.
 *
 * <p>The window is always taken for one in use, as the probes do not fill it. When the scheme is replaced because the path brings no telemetry, the
 * connection keeps the rate that it has.
 *
 * @param scheme what decides
 * @param steering what follows
 */
public record SteeredScheme(Scheme scheme, Steering steering) implements ForwardingScheme {
  /**
   * Checks that the scheme decides at the sender.
   *
   * @throws IllegalArgumentException when receivers grant credit, which the kernel's do not
   */
  public SteeredScheme {
    if (scheme.signals().contains(Signal.CREDIT)) {
      throw new IllegalArgumentException(scheme.name() + " goes by credit of receivers, and the kernel's grant none");
    }
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Steered(scheme.start(path), steering);
  }

  /** Notifies the steering whenever something may have been decided. */
  private static final class Steered extends ForwardingControl {
    private final Steering steering;

    Steered(CongestionControl decides, Steering steering) {
      super(decides);
      this.steering = steering;
      steering.apply(this);
    }

    private boolean applied(boolean decided) {
      steering.apply(this);
      return decided;
    }

    @Override
    public boolean onAck(Feedback ack) {
      ack.windowInUse = true;
      return applied(super.onAck(ack));
    }

    @Override
    public void onTimeout(long nowPs) {
      super.onTimeout(nowPs);
      steering.apply(this);
    }

    @Override
    public void onPathChange(double room, long nowPs) {
      super.onPathChange(room, nowPs);
      steering.apply(this);
    }

    @Override
    public void onRestart(long everSentBytes) {
      super.onRestart(everSentBytes);
      steering.apply(this);
    }

    @Override
    public boolean onWindow(long windowBytes) {
      return applied(super.onWindow(windowBytes));
    }

    @Override
    public boolean onCnp(long nowPs) {
      return applied(super.onCnp(nowPs));
    }

    @Override
    public void restrict(long windowBytes) {
      super.restrict(windowBytes);
      steering.apply(this);
    }

    @Override
    public boolean onTimer(int timer, long nowPs) {
      return applied(super.onTimer(timer, nowPs));
    }
  }
}
