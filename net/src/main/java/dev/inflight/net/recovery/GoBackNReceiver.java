package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;

/** Accepts packets only in order, as RoCE NICs do. It requests missing packets once, and again if they stay missing. */
final class GoBackNReceiver implements RecoveryReceiver {
  /** The time after which a remaining gap is reported again; the authors' value. */
  private static final long NACK_INTERVAL_PS = 500_000_000L;

  private long expected;
  private long expectedBytes;
  private long reported = -1;
  private long reportAgainAtPs;

  @Override
  public Verdict take(Packet packet) {
    if (packet.number == expected) {
      expected++;
      expectedBytes += packet.payloadBytes;
      return Verdict.ACCEPT;
    }
    if (packet.number < expected) {
      return Verdict.DUPLICATE;
    }
    if (reported == expected && packet.timePs < reportAgainAtPs) {
      return Verdict.IGNORE;
    }
    reported = expected;
    reportAgainAtPs = packet.timePs + NACK_INTERVAL_PS;
    return Verdict.REPORT_GAP;
  }

  @Override
  public long expectedNumber() {
    return expected;
  }

  @Override
  public long expectedBytes() {
    return expectedBytes;
  }

  @Override
  public boolean reportsArrivals() {
    return false;
  }
}
