package dev.inflight.sim.collective.plan;

import java.util.EnumSet;

/**
 * Choice between ring and double binary tree for an all-reduce, roughly as by NCCL's tuner: the pair of algorithm and protocol
 * with the least {@code latency + size / bandwidth} (NVIDIA/nccl 2.30.7, src/graph/tuning.cc; microseconds). Here all protocols
 * send the same bytes, so protocols differ only in latency.
 *
 * @param insideBitsPerSec the rate of a GPU's links in its server
 * @param outsideBitsPerSec the rate of the NICs of a server together
 */
public record NcclTuner(long insideBitsPerSec, long outsideBitsPerSec) {
  private static double ringUs(CollectiveProtocol by, int ranks, int servers, double bitsPerUs, long sizeBytes) {
    double steps = 2.0 * (ranks - 1);
    double outside = 2.0 * (servers - 1);
    return by.ring().baseUs() + (steps - outside) * by.ring().insideUs() + outside * by.ring().outsideUs()
        + sizeBytes * 8 * steps / ranks / (by.ringShare() * bitsPerUs);
  }

  private static double treeUs(CollectiveProtocol by, int ranks, int servers, double bitsPerUs, long sizeBytes) {
    int levels = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(servers); // rounded down
    double latency = by.tree().baseUs() + 2 * ((ranks / servers - 1) * by.tree().insideUs() + levels * by.tree().outsideUs());
    return latency + sizeBytes * 8 * 2 / (TREE * by.treeShare() * bitsPerUs);
  }

  /** Share of the rate that a tree gets. */
  private static final double TREE = 0.92;

  /** True if the trees are faster than the ring. */
  public boolean prefersTrees(int ranks, int servers, long sizeBytes) {
    if (servers < 2) {
      return false;
    }
    double bitsPerUs = Math.min(insideBitsPerSec, outsideBitsPerSec) / 1e6;
    double ringUs = Double.MAX_VALUE;
    double treeUs = Double.MAX_VALUE;
    for (CollectiveProtocol each : EnumSet.complementOf(EnumSet.of(CollectiveProtocol.NONE))) {
      ringUs = Math.min(ringUs, ringUs(each, ranks, servers, bitsPerUs, sizeBytes));
      treeUs = Math.min(treeUs, treeUs(each, ranks, servers, bitsPerUs, sizeBytes));
    }
    return treeUs < ringUs;
  }
}
