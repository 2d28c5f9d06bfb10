package dev.inflight.sim.feedback;

import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.hpcc.NativeFormat;

/**
 * Lines 1 to 20 and 28 to 34 of draft-miao-rtgwg-hpccplus a second time, written from the draft for a flow on one path over native
 * telemetry, with the parameters' default values; choices that the draft leaves open are those of docs/decisions/hpccpp.md.
 */
final class SecondNewInt {
  private static final double ETA = 0.95;
  private static final int MAX_STAGE = 5;

  private final boolean asDraft;
  private final double lineRate;
  private final double tNs;
  private final double wInit;
  private final double wAi;
  private final Hops now = new Hops(8);
  private final Hops before = new Hops(8);
  private boolean first = true;
  private double u = 1;
  private double w;
  private double wc;
  private int incStage;
  private long lastUpdateTime = Long.MIN_VALUE;

  /** Makes that of a flow with a round trip of T plus the time in queues, or in the draft's form T alone. */
  SecondNewInt(long lineRateBitsPerSec, long baseRttPs, boolean asDraft) {
    this.asDraft = asDraft;
    lineRate = lineRateBitsPerSec;
    tNs = baseRttPs / 1000.0;
    wInit = (long) (lineRateBitsPerSec * (baseRttPs / 8e12));
    wAi = wInit * (1 - ETA) / 100;
    w = wInit;
    wc = wInit;
  }

  /** NewINT; the window in bytes. */
  long take(byte[] telemetry, int length, long nowPs) {
    NativeFormat.DEFAULT.read(telemetry, 0, length, now);
    double queueing = 0;
    for (int i = 0; i < now.count(); i++) {
      queueing += 8.0 * now.queueBytes(i) / now.rateBitsPerSec(i);
    }
    boolean update = lastUpdateTime == Long.MIN_VALUE
        || nowPs - lastUpdateTime > (long) (tNs * 1000) + (asDraft ? 0 : (long) (queueing * 1e12));
    if (first) {
      first = false;
      before.copyFrom(now);
      return (long) w;
    }
    double most = 0;
    double tau = 0;
    boolean measured = false;
    for (int i = 0; i < now.count(); i++) {
      double elapsedNs = now.elapsedPs(i, before) / 1000.0;
      if (elapsedNs == 0) {
        continue;
      }
      measured = true;
      double rate = now.rateBitsPerSec(i);
      double txRate = now.bytesSince(i, before) * 8.0 / (elapsedNs * 1e-9);
      double load = txRate / rate;
      long standing = Math.min(now.queueBytes(i), before.queueBytes(i));
      if (standing > 0) {
        load += (double) standing * (long) lineRate / rate / (lineRate * (tNs * 1000 / 8e12));
      }
      if (load > most) {
        most = load;
        tau = elapsedNs;
      }
    }
    if (measured) {
      tau = Math.min(tau, tNs);
      u = (u * (tNs - tau) + most * tau) / tNs;
      computeWind(update);
      if (update) {
        lastUpdateTime = nowPs;
      }
    }
    before.advanceTo(now);
    return (long) w;
  }

  private void computeWind(boolean updateWc) {
    double load = u / ETA;
    boolean multiplicative = load >= 1 || incStage >= MAX_STAGE;
    w = Math.clamp((multiplicative ? wc / load : wc) + wAi, 1000, wInit);
    if (updateWc) {
      incStage = multiplicative ? 0 : incStage + 1;
      wc = w;
    }
  }
}
