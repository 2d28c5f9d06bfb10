package dev.inflight.cc;

import dev.inflight.telemetry.PathQuery;
import org.jspecify.annotations.Nullable;

/** Congestion control that delegates its decisions to another one; subclasses override the calls that they observe or change. */
public abstract class ForwardingControl implements CongestionControl {
  private CongestionControl decides;

  /** Creates a control that delegates to this one. */
  protected ForwardingControl(CongestionControl decides) {
    this.decides = decides;
  }

  /** Delegates to another control from now on. */
  protected final void forwardTo(CongestionControl other) {
    decides = other;
  }

  /** The control that decides at present, which may delegate as well. */
  public final CongestionControl decides() {
    return decides;
  }

  @Override
  public boolean onAck(Feedback ack) {
    return decides.onAck(ack);
  }

  @Override
  public void onTimeout(long nowPs) {
    decides.onTimeout(nowPs);
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    decides.onPathChange(room, nowPs);
  }

  @Override
  public boolean onCnp(long nowPs) {
    return decides.onCnp(nowPs);
  }

  @Override
  public void onRestart(long everSentBytes) {
    decides.onRestart(everSentBytes);
  }

  @Override
  public boolean onWindow(long windowBytes) {
    return decides.onWindow(windowBytes);
  }

  @Override
  public void restrict(long windowBytes) {
    decides.restrict(windowBytes);
  }

  @Override
  public boolean sendsUnsolicited() {
    return decides.sendsUnsolicited();
  }

  @Override
  public long creditRequestBytes(long unsentBytes, long everSentBytes) {
    return decides.creditRequestBytes(unsentBytes, everSentBytes);
  }

  @Override
  public int timers() {
    return decides.timers();
  }

  @Override
  public long timerPs(int timer) {
    return decides.timerPs(timer);
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    return decides.onTimer(timer, nowPs);
  }

  /** Null: a delegating control observes acknowledgements, and those of a control that runs ahead are not available here. */
  @Override
  public @Nullable CongestionControl ahead(long rttPs) {
    return null;
  }

  @Override
  public void leaveOut(long bytes, long ps) {
    decides.leaveOut(bytes, ps);
  }

  @Override
  public PathQuery nextQuestion() {
    return decides.nextQuestion();
  }

  @Override
  public long windowBytes() {
    return decides.windowBytes();
  }

  @Override
  public boolean sendsOnlyWhatFits() {
    return decides.sendsOnlyWhatFits();
  }

  @Override
  public long paceBitsPerSec() {
    return decides.paceBitsPerSec();
  }
}
