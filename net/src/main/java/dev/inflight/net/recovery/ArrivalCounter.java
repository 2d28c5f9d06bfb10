package dev.inflight.net.recovery;

import dev.inflight.net.link.Packet;

/** Takes every packet of an {@link Unreliable} flow as it comes, and counts. */
final class ArrivalCounter implements RecoveryReceiver {
  private long packets;
  private long bytes;

  @Override
  public Verdict take(Packet packet) {
    packets++;
    bytes += packet.payloadBytes;
    return Verdict.COUNT;
  }

  /** How many packets have come. */
  @Override
  public long expectedNumber() {
    return packets;
  }

  /** How many bytes have come. */
  @Override
  public long expectedBytes() {
    return bytes;
  }

  @Override
  public boolean reportsArrivals() {
    return false;
  }
}
