package dev.inflight.telemetry.util;

/**
 * A port's moving average of the normalized bytes in flight over its link, as HPCC's senders compute it (SIGCOMM'19, Algorithm 1,
 * lines 4-9).
 *
 * <p>For two successive packets, dt apart, the port's use is {@code u' = qlen / (B * T) + txRate / B}, with the queue behind the
 * second packet and the bytes sent in between. A switch observes every packet, so it does not need the smaller of two queues.
 * Then {@code U = (1 - tau / S) * U + tau / S * u'}, with tau = min(dt, S) and the span S up to T. A port is idle before its
 * first packet.
 */
public final class PortInflightMeter {
  private final double spanPs;
  private final double rateBytesPerPs;
  private final double bdpBytes;
  private boolean seen;
  private long sincePs;
  private long sinceBytes;
  private double inflight;

  /** Creates the meter of a port of this rate, which averages over a span S. */
  public PortInflightMeter(long rateBitsPerSec, long baseRttPs, long spanPs) {
    this.spanPs = spanPs;
    rateBytesPerPs = rateBitsPerSec / 8e12;
    bdpBytes = rateBytesPerPs * baseRttPs;
  }

  /**
   * Updates the average with a departing packet; packets of every kind count.
   *
   * @param nowPs time at which its first bit leaves
   * @param sentBytes bytes that the port has sent before
   * @param queueBytes bytes that wait behind it
   * @return U, in bandwidth-delay products of the link
   */
  public double at(long nowPs, long sentBytes, long queueBytes) {
    double queued = queueBytes / bdpBytes;
    long elapsedPs = nowPs - sincePs;
    if (!seen) {
      seen = true;
      inflight = queued;
    } else if (elapsedPs > 0) {
      double sent = (sentBytes - sinceBytes) / (elapsedPs * rateBytesPerPs);
      double weight = Math.min(elapsedPs, spanPs) / spanPs;
      inflight = (1 - weight) * inflight + weight * (queued + sent);
    } else {
      return inflight; // no time to measure over: the sent bytes count with the next packet
    }
    sincePs = nowPs;
    sinceBytes = sentBytes;
    return inflight;
  }
}
