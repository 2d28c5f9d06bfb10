package dev.inflight.cc;

/** A flow with a window that its receiver decides (draft-miao-rtgwg-hpccplus §6.3.2): it paces that over a base RTT, and starts with the first one. */
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
