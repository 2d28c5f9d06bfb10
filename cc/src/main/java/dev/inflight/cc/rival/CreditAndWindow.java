package dev.inflight.cc.rival;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;

/**
 * Flow with both a receiver's credit and a sender's window: a packet leaves when both allow it. Any remaining credit is enough
 * for a packet, but a whole packet must fit into the window.
 */
final class CreditAndWindow extends ForwardingControl {
  private final CongestionControl window;
  private final int payloadBytes;

  CreditAndWindow(CongestionControl credit, CongestionControl window, int payloadBytes) {
    super(credit);
    this.window = window;
    this.payloadBytes = payloadBytes;
  }

  @Override
  public boolean onAck(Feedback ack) {
    window.onAck(ack);
    return super.onAck(ack);
  }

  @Override
  public void onTimeout(long nowPs) {
    window.onTimeout(nowPs);
    super.onTimeout(nowPs);
  }

  @Override
  public void restrict(long windowBytes) {
    window.restrict(windowBytes);
  }

  @Override
  public long creditRequestBytes(long unsentBytes, long everSentBytes) {
    return super.creditRequestBytes(Math.min(unsentBytes, window.windowBytes() + payloadBytes), everSentBytes);
  }

  @Override
  public long windowBytes() {
    return Math.min(super.windowBytes(), Math.max(1, window.windowBytes() - payloadBytes + 1));
  }
}
