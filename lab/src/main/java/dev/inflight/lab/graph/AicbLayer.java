package dev.inflight.lab.graph;

import dev.inflight.sim.graph.CollectiveKind;
import org.jspecify.annotations.Nullable;

/**
 * A line of an AICB workload.
 *
 * @param name what it is called; several lines may have the same
 * @param forward what a rank does in the forward pass
 * @param inputGradient in the backward pass, first
 * @param weightGradient in the backward pass, then
 * @param delayPs how long after the end of each of its collectives that counts as done
 */
record AicbLayer(String name, Step forward, Step inputGradient, Step weightGradient, long delayPs) {
  /**
   * Computation and a collective behind it.
   *
   * @param kind null for none
   * @param sizeBytes a rank's whole buffer, or all parts together
   */
  record Step(long computePs, @Nullable CollectiveKind kind, AicbGroup group, long sizeBytes) {
    /** Whether ranks talk. */
    boolean talks(AicbGroup.Division of) {
      return kind != null && sizeBytes > 0 && group.size(of) > 1;
    }
  }
}
