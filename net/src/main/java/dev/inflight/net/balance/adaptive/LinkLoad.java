package dev.inflight.net.balance.adaptive;

import dev.inflight.net.link.Port;

/**
 * Load of a port's cable: its sent bytes, discounted with a time constant (CONGA §3.2, the discounting rate estimator). It is
 * computed anew some times within that constant.
 */
final class LinkLoad {
  private static final int STEPS = 16;

  private final Port port;
  private final long tauPs;
  private final int levels;
  private final double fullBytes; // capacity of the cable in tau
  private double bytes;
  private long lastPs;
  private long lastSentBytes;
  private int metric;

  LinkLoad(Port port, Conga rules) {
    this.port = port;
    tauPs = rules.tauPs();
    levels = 1 << rules.bits();
    fullBytes = port.rateBitsPerSec() * (tauPs / 8e12);
  }

  /** The load, from 0 to one less than there are levels. */
  int metric(long nowPs) {
    long elapsedPs = nowPs - lastPs;
    if (elapsedPs > 0 && elapsedPs >= tauPs / STEPS) {
      double kept = StrictMath.exp(-(double) elapsedPs / tauPs);
      bytes = bytes * kept + (port.sentBytes() - lastSentBytes) * (1 - kept) * tauPs / elapsedPs;
      lastPs = nowPs;
      lastSentBytes = port.sentBytes();
      metric = Math.min(levels - 1, (int) (bytes / fullBytes * levels));
    }
    return metric;
  }
}
