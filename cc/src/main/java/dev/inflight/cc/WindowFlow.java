package dev.inflight.cc;

/** Flow that controls its window and paces it over a base RTT; a window of the initial size leaves at line rate. */
public abstract class WindowFlow implements CongestionControl {
  protected final PathFacts path;
  /** One bandwidth-delay product, at least a packet. */
  protected final double initialWindow;
  /** Window in bytes. */
  protected double window;

  protected WindowFlow(PathFacts path) {
    this.path = path;
    initialWindow = Math.max(path.bdpBytes(), path.payloadBytes());
    window = initialWindow;
  }

  @Override
  public void restrict(long windowBytes) {
    window = Math.min(window, windowBytes);
  }

  @Override
  public final long windowBytes() {
    return (long) window;
  }

  @Override
  public final long paceBitsPerSec() {
    return window >= initialWindow ? path.lineRateBitsPerSec() : path.paceOf(window);
  }
}
