package dev.inflight.cc;

/**
 * Flow with a window that its receiver chooses (draft-miao-rtgwg-hpccplus §6.3.2): the flow paces the window over a base RTT,
 * and starts with the initial one.
 */
public final class ReceiverWindow extends WindowFlow {
  public ReceiverWindow(PathFacts path) {
    super(path);
  }

  @Override
  public boolean onAck(Feedback ack) {
    return false;
  }

  @Override
  public boolean onWindow(long windowBytes) {
    window = Math.clamp(windowBytes, 1, initialWindow);
    return true;
  }
}
