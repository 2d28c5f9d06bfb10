package dev.inflight.telemetry.format.busiest;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.PortInflightMeter;

/** Stamper of one egress port: replaces the record of the busiest link so far if its own link is busier. */
final class BusiestStamper implements TelemetryCodec.Stamper {
  /** Averaging spans per T. A span of T would report a change of load a round trip late, and the busiest link as less busy. */
  private static final int SPANS_IN_T = 32;

  private final PortInflightMeter meter;
  private final int link;
  private final int rate;

  BusiestStamper(long baseRttPs, EgressLink link) {
    meter = new PortInflightMeter(link.rateBitsPerSec(), baseRttPs, Math.max(1, baseRttPs / SPANS_IN_T));
    this.link = BusiestRecord.link(link.node(), link.port());
    rate = BusiestRecord.rate(link.rateBitsPerSec());
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    int own = BusiestRecord.measure(meter.at(snapshot.nowPs, snapshot.sentBytes, snapshot.queueBytes));
    if (length < BusiestRecord.BYTES || !BusiestRecord.isWellFormed(bytes, offset)) {
      return 0;
    }
    int before = BusiestRecord.hops(bytes, offset);
    int hops = Math.min(before + 1, BusiestRecord.MOST_HOPS);
    if (before == 0 || own > BusiestRecord.measure(bytes, offset)) {
      BusiestRecord.replace(bytes, offset, own, hops, link, rate, snapshot.queueBytes);
    }
    BusiestRecord.hops(bytes, offset, hops);
    return 0;
  }
}
