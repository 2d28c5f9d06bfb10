package dev.inflight.sim.collective.plan;

/**
 * Which of ring and double binary tree NCCL's tuner takes for an all-reduce, in broad lines: the pair of algorithm and protocol with the least
 * {@code latency + size / bandwidth} (NVIDIA/nccl 2.30.7, src/graph/tuning.cc; microseconds). Here all protocols send the same bytes, so a
 * protocol is a choice of its latency alone.
 *
 * @param insideBitsPerSec the rate of a GPU's links in its server
 * @param outsideBitsPerSec the rate of the NICs of a server together
 */
public record NcclTuner(long insideBitsPerSec, long outsideBitsPerSec) {
  /** Protocols of the tuner's tables: LL, LL128 and Simple. */
  private enum Protocol {
    LL(6.6, 0.6, 2.7, 0.5, 6.8, 0.6, 5.0, 1 / 3.8), LL128(14.0, 1.9, 4.0, 0.92, 14.0, 1.25, 8.5, 120 / 128.0),
    SIMPLE(8.4, 3.4, 14.0, 1, 8.4, 4.0, 14.0, 1);

    final double ringBaseUs;
    final double ringInsideUs;
    final double ringOutsideUs;
    final double ringShare;
    final double treeBaseUs;
    final double treeInsideUs;
    final double treeOutsideUs;
    final double treeShare;

    Protocol(double ringBaseUs, double ringInsideUs, double ringOutsideUs, double ringShare, double treeBaseUs,
        double treeInsideUs, double treeOutsideUs, double treeShare) {
      this.ringBaseUs = ringBaseUs;
      this.ringInsideUs = ringInsideUs;
      this.ringOutsideUs = ringOutsideUs;
      this.ringShare = ringShare;
      this.treeBaseUs = treeBaseUs;
      this.treeInsideUs = treeInsideUs;
      this.treeOutsideUs = treeOutsideUs;
      this.treeShare = treeShare;
    }

    double ringUs(int ranks, int servers, double bitsPerUs, long sizeBytes) {
      double steps = 2.0 * (ranks - 1);
      double outside = 2.0 * (servers - 1);
      return ringBaseUs + (steps - outside) * ringInsideUs + outside * ringOutsideUs
          + sizeBytes * 8 * steps / ranks / (ringShare * bitsPerUs);
    }

    double treeUs(int ranks, int servers, double bitsPerUs, long sizeBytes) {
      int levels = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(servers); // rounded down
      double latency = treeBaseUs + 2 * ((ranks / servers - 1) * treeInsideUs + levels * treeOutsideUs);
      return latency + sizeBytes * 8 * 2 / (TREE * treeShare * bitsPerUs);
    }
  }

  /** What a tree gets of the rate. */
  private static final double TREE = 0.92;

  /** Whether the trees are faster than the ring. */
  public boolean prefersTrees(int ranks, int servers, long sizeBytes) {
    if (servers < 2) {
      return false;
    }
    double bitsPerUs = Math.min(insideBitsPerSec, outsideBitsPerSec) / 1e6;
    double ringUs = Double.MAX_VALUE;
    double treeUs = Double.MAX_VALUE;
    for (Protocol each : Protocol.values()) {
      ringUs = Math.min(ringUs, each.ringUs(ranks, servers, bitsPerUs, sizeBytes));
      treeUs = Math.min(treeUs, each.treeUs(ranks, servers, bitsPerUs, sizeBytes));
    }
    return treeUs < ringUs;
  }
}
