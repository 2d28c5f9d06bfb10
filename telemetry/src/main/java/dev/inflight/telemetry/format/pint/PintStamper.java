package dev.inflight.telemetry.format.pint;

import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.util.SplitMix;

/**
 * What one egress port does with a PINT digest: it averages U and puts its code there if it is larger than the one before.
 *
 * <p>Between two packets that it stamps, dt apart, the port is used by {@code u' = qlen / (B * T) + txRate / B}, with the queue behind the
 * second one and the bytes sent between both (HPCC, SIGCOMM'19, Algorithm 1, lines 4-5; the switch sees every packet and needs no smaller
 * of two queues). Then {@code U = (1 - tau / T) * U + tau / T * u'}, with tau = min(dt, T) (lines 8-9). Before its first packet a port is
 * taken for idle.
 *
 * <p>Codes are rounded by draws of the port's own, SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) from node and port: the same in each run,
 * whatever other ports do.
 */
final class PintStamper implements TelemetryCodec.Stamper {
  private final PintCodes codes;
  private final double baseRttPs;
  private final double rateBytesPerPs;
  private final double bdpBytes;
  private final SplitMix random;
  private boolean seen;
  private long sincePs;
  private long sinceBytes;
  private double inflight;

  PintStamper(PintCodes codes, long baseRttPs, EgressLink link) {
    this.codes = codes;
    this.baseRttPs = baseRttPs;
    rateBytesPerPs = link.rateBitsPerSec() / 8e12;
    bdpBytes = rateBytesPerPs * baseRttPs;
    random = new SplitMix(SplitMix.mix((long) link.node() << Integer.SIZE | link.port()));
  }

  @Override
  public int stamp(byte[] bytes, int offset, int length, int limit, PortSnapshot snapshot) {
    average(snapshot); // each packet counts, whatever it carries
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

  private void average(PortSnapshot snapshot) {
    double queued = snapshot.queueBytes / bdpBytes;
    long elapsedPs = snapshot.nowPs - sincePs;
    if (!seen) {
      seen = true;
      inflight = queued;
    } else if (elapsedPs > 0) {
      double sent = (snapshot.sentBytes - sinceBytes) / (elapsedPs * rateBytesPerPs);
      double weight = Math.min(elapsedPs, baseRttPs) / baseRttPs;
      inflight = (1 - weight) * inflight + weight * (queued + sent);
    } else {
      return; // no time to measure over: what was sent counts with the next packet
    }
    sincePs = snapshot.nowPs;
    sinceBytes = snapshot.sentBytes;
  }
}
