package dev.inflight.cc;

import dev.inflight.telemetry.PathQuery;
import org.jspecify.annotations.Nullable;

/** A congestion control that has another one decide; subclasses override what they observe or change. */
public abstract class ForwardingControl implements CongestionControl {
  private CongestionControl decides;

  /** Has this one decide. */
  protected ForwardingControl(CongestionControl decides) {
    this.decides = decides;
  }

  /** Has another one decide from now on. */
  protected final void forwardTo(CongestionControl other) {
    decides = other;
  }

  /** The control that decides at present, which may forward as well. */
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

  /** None: what forwards sees acknowledgements, and those that it would see ahead are not known here. */
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
