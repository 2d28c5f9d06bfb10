package dev.inflight.live.steer;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;

/**
 * Scheme that steers a TCP connection of the kernel. Use it as the scheme of an {@code Endpoint} on the same path with one
 * connection, which sends small messages as probes: each decision of the scheme from an acknowledgement's telemetry applies at
 * once. Without probes, nothing changes.
 *
 * <p>The window always counts as in use, because the probes do not fill it. When the scheme is replaced because the path returns
 * no telemetry, the connection keeps its rate.
 *
 * @param scheme scheme that decides
 * @param steering steering of the connection
 */
public record SteeredScheme(Scheme scheme, Steering steering) implements ForwardingScheme {
  /**
   * Checks that the scheme decides at the sender.
   *
   * @throws IllegalArgumentException if receivers grant credit, which the kernel's receivers do not
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

  /** Control that notifies the steering after each possible decision. */
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
