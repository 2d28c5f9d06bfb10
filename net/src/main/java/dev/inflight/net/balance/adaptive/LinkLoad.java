package dev.inflight.net.balance.adaptive;

import dev.inflight.net.link.Port;

/**
 * How busy a port's cable is: the bytes that it sends, each of which counts less and less, with a time constant (CONGA §3.2, the discounting rate
 * estimator). It is worked out anew some times in that time.
 */
final class LinkLoad {
  private static final int STEPS = 16;

  private final Port port;
  private final long tauPs;
  private final int levels;
  private final double fullBytes; // what the cable carries in tau
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
