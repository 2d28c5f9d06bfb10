package dev.inflight.telemetry.format.pint;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.PortInflightMeter;
import dev.inflight.telemetry.util.SplitMix;

/**
 * Stamper of one egress port: averages U ({@link PortInflightMeter}), and writes its code into the PINT digest if it exceeds the
 * code there.
 *
 * <p>The port's own random numbers round the code: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), seeded by node and port. They
 * are the same in each run and independent of other ports.
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
      return 0; // an undefined code, which cannot be compared
    }
    int own = codes.code(inflight, random.nextDouble());
    if (own > found) {
      codes.store(bytes, offset, own);
    }
    return 0;
  }
}
