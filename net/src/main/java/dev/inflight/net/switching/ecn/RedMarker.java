package dev.inflight.net.switching.ecn;

/** Marks by two thresholds of the instantaneous queue, at random in between. */
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
  public boolean marks(boolean markable, int behindBytes) {
    if (behindBytes <= kMinBytes || !markable && !random.alsoForAcks()) {
      return false;
    }
    boolean marked = behindBytes > kMaxBytes || random.next() < pMax * (behindBytes - kMinBytes) / (kMaxBytes - kMinBytes);
    return marked && markable;
  }
}
