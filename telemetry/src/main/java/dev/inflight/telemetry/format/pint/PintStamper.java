package dev.inflight.telemetry.format.pint;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.PortInflightMeter;
import dev.inflight.telemetry.util.SplitMix;

/**
 * What one egress port does with a PINT digest: it averages U and puts its code there if it is larger than the one before.
 *
 * <p>What it averages: {@link PortInflightMeter}.
 *
 * <p>Codes are rounded by draws of the port's own, SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) from node and port: the same in each run,
 * whatever other ports do.
 */
final class PintStamper implements TelemetryCodec.Stamper {
  private final PintCodes codes;
  private final PortInflightMeter meter;
  private final SplitMix random;

  PintStamper(PintCodes codes, long baseRttPs, EgressLink link) {
    this.codes = codes;
    meter = new PortInflightMeter(link.rateBitsPerSec(), baseRttPs, baseRttPs);
    random = new SplitMix(SplitMix.mix((long) link.node() << Integer.SIZE | link.port()));
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    double inflight = meter.at(snapshot.nowPs, snapshot.sentBytes, snapshot.queueBytes);
    if (length < codes.bytes()) {
      return 0;
    }
    int found = codes.load(bytes, offset);
    if (found > codes.last()) {
      return 0; // no code of ours: what it means is not known, so neither whether ours is larger
    }
    int own = codes.code(inflight, random.nextDouble());
    if (own > found) {
      codes.store(bytes, offset, own);
    }
    return 0;
  }
}
