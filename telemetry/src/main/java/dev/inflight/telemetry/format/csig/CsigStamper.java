package dev.inflight.telemetry.format.csig;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.UtilizationMeter;

/**
 * Stamper of one egress port: writes its own value and locator if the tag has no value or a better one. A tie keeps the earlier
 * switch. A tag with an unknown signal, or with its freeze bit set, stays unchanged.
 */
final class CsigStamper implements TelemetryCodec.Stamper {
  private static final double PS_PER_BIT_AT_ONE_BIT_PER_SECOND = 1e12;

  private final CsigTag tag;
  private final int tpid;
  private final CsigScale scale;
  private final UtilizationMeter meter;
  private final double rateBitsPerSec;
  private final int locator;

  CsigStamper(CsigTag tag, int tpid, CsigScale scale, long intervalPs, EgressLink link) {
    this.tag = tag;
    this.tpid = tpid;
    this.scale = scale;
    meter = new UtilizationMeter(link.rateBitsPerSec(), intervalPs);
    rateBitsPerSec = link.rateBitsPerSec();
    locator = CsigLocator.of(tag, link);
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    double utilization = meter.at(snapshot.nowPs, snapshot.sentBytes); // each packet counts, whatever its question
    if (length < tag.sizeBytes) {
      return 0;
    }
    long found = tag.load(bytes, offset);
    if (tag.tpid(found) != tpid || tag.signal(found) >= CsigSignal.count() || tag.isFrozen(found)) {
      return 0;
    }
    CsigSignal signal = CsigSignal.of(tag.signal(found));
    int own = scale.bucket(signal, value(signal, utilization, snapshot));
    if (tag.locator(found) == tag.noLink() || signal.replaces(own, tag.value(found))) {
      tag.store(bytes, offset, tag.with(found, own, locator));
    }
    return 0;
  }

  private double value(CsigSignal signal, double utilization, PortSnapshot snapshot) {
    return switch (signal) {
      case ABW -> (1 - utilization) * rateBitsPerSec;
      case ABW_RATIO -> 1 - utilization;
      case PD -> snapshot.nowPs - snapshot.arrivedPs;
      case NQD -> snapshot.queueBytes * (8 * PS_PER_BIT_AT_ONE_BIT_PER_SECOND) / rateBitsPerSec;
    };
  }
}
