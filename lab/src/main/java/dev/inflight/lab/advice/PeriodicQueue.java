package dev.inflight.lab.advice;

import dev.inflight.telemetry.util.Check;

/**
 * Queue of paced flows (HPCC A.1, the queue nD/D/1). Each source sends one packet in every period, at an independent phase. The
 * link takes the same time for each packet. Lengths are in packets, and include the unsent part of the packet in transmission.
 *
 * @param sources number of sources, 1 to 10000
 * @param load packets of all sources over packets that the link can send in a period, above 0, at most 1
 */
public record PeriodicQueue(int sources, double load) {
  /** Largest number of sources. */
  public static final int MOST = 10_000;

  private static final int STEPS_OF_PACKET = 4;
  private static final double NEGLIGIBLE = 1e-15;

  /** Checks the ranges. */
  public PeriodicQueue {
    Check.check("sources", sources, 1, MOST);
    Check.positive("load", load, 1);
  }

  /** Packets that the link can send in a period. */
  private double period() {
    return sources / load;
  }

  /**
   * Probability that the queue exceeds a length x at any time: over the number n of sources that sent in the last n - x packet
   * times, the sum of the probability that n did, and that the link was never behind since (Roberts and Virtamo, IEEE Trans.
   * Communications 39(2), 1991).
   *
   * @param packets the length x, 0 or more
   */
  public double above(double packets) {
    double period = period();
    int first = (int) Math.floor(packets) + 1;
    double logChoices = 0; // to choose n of all sources
    for (int n = 1; n < first; n++) {
      logChoices += logRatio(n);
    }
    double sum = 0;
    for (int n = first; n <= sources; n++) {
      logChoices += logRatio(n);
      double share = (n - packets) / period;
      if (share > 1) {
        break;
      }
      double logOthers = n == sources ? 0 : (sources - n) * StrictMath.log1p(-share);
      double free = n == sources ? 1 : (period - sources + packets) / (period - n + packets);
      sum += StrictMath.exp(logChoices + n * StrictMath.log(share) + logOthers) * free;
    }
    return Math.min(1, sum);
  }

  /** Logarithm of the ratio of the ways to choose n sources to the ways to choose n - 1. */
  private double logRatio(int n) {
    return StrictMath.log((sources - n + 1) / (double) n);
  }

  /** Mean queue length: the integral of {@link #above}, by Simpson's rule between whole packets, where the function is smooth. */
  public double mean() {
    double sum = 0;
    for (int whole = 0; whole < sources; whole++) {
      double part = 0;
      for (int step = 0; step <= STEPS_OF_PACKET; step++) {
        int weight = step == 0 || step == STEPS_OF_PACKET ? 1 : step % 2 == 1 ? 4 : 2;
        double at = step == STEPS_OF_PACKET ? Math.nextDown(whole + 1.0) : whole + step / (double) STEPS_OF_PACKET;
        part += weight * above(at);
      }
      double ofPacket = part / (3 * STEPS_OF_PACKET);
      sum += ofPacket;
      if (ofPacket < NEGLIGIBLE) {
        break;
      }
    }
    return sum;
  }

  /**
   * Smallest queue length, in whole packets, that is exceeded with at most this probability.
   *
   * @param probability above 0, below 1
   */
  public int exceededWith(double probability) {
    for (int packets = 0;; packets++) {
      if (above(packets) <= probability) {
        return packets;
      }
    }
  }
}
