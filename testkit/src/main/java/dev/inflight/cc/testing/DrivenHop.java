package dev.inflight.cc.testing;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/** Egress port on the path of a driven flow: it sends at a share of its rate, and its queue is set by the story. */
final class DrivenHop {
  private static final double ROUNDING = 1e-6;

  final int switchId;
  final long rateBitsPerSec;
  final TelemetryCodec.@Nullable Stamper stamper;
  double load = 1;
  long queueBytes;
  long stampPs;
  private long sentBytes;
  private double sentFraction;

  DrivenHop(int switchId, long rateBitsPerSec, @Nullable TelemetryCodec format, long stampPs, long sentBytes) {
    this.switchId = switchId;
    this.rateBitsPerSec = rateBitsPerSec;
    this.stamper = format == null ? null : format.stamper(new EgressLink(switchId, 1, rateBitsPerSec));
    this.stampPs = stampPs;
    this.sentBytes = sentBytes;
  }

  /** Sends until {@code toPs}, the departure of the flow's next packet. */
  void advance(long toPs) {
    double bytes = load * rateBitsPerSec * ((toPs - stampPs) / 8e12) + sentFraction;
    long whole = (long) (bytes + ROUNDING);
    sentBytes += whole;
    sentFraction = bytes - whole;
    stampPs = toPs;
  }

  /** Bytes sent since the port's start. */
  long sentBytes() {
    return sentBytes;
  }
}
