package dev.inflight.net.switching.ecn;

import dev.inflight.net.link.Packet;

/** Marks by two thresholds of the queue, at random in between. */
final class RedMarker extends EcnMarker {
  private final long kMinBytes;
  private final long kMaxBytes;
  private final double pMax;
  private final MarkingRandom random;

  RedMarker(EcnThresholds thresholds, MarkingRandom random) {
    kMinBytes = thresholds.kMinBytes();
    kMaxBytes = thresholds.kMaxBytes();
    pMax = thresholds.pMax();
    this.random = random;
  }

  @Override
  public boolean marks(Packet packet, int queue, int behindBytes, long nowPs) {
    boolean markable = packet.kind.measured;
    if (behindBytes <= kMinBytes || !markable && !random.alsoForAcks()) {
      return false;
    }
    boolean marked = behindBytes > kMaxBytes || random.next() < pMax * (behindBytes - kMinBytes) / (kMaxBytes - kMinBytes);
    return marked && markable;
  }
}
