package dev.inflight.lab.graph.step;

import dev.inflight.sim.graph.CollectiveKind;
import org.jspecify.annotations.Nullable;

/**
 * Layer of a training step, or a part of one.
 *
 * @param name name of the layer, not necessarily unique
 * @param number number that follows the name in results: the line of a file, or the layer of a model
 * @param forward work of a rank in the forward pass
 * @param inputGradient first work of a rank in the backward pass
 * @param weightGradient second work of a rank in the backward pass
 * @param delayPs time after the end of each of its collectives until the collective counts as done, in picoseconds
 * @param recomputed true if the backward pass first repeats the forward pass, after the parts before it, to restore activations
 */
public record StepLayer(String name, int number, Step forward, Step inputGradient, Step weightGradient, long delayPs,
    boolean recomputed) {
  /** Creates a layer that keeps the activations for the backward pass. */
  public StepLayer(String name, int number, Step forward, Step inputGradient, Step weightGradient, long delayPs) {
    this(name, number, forward, inputGradient, weightGradient, delayPs, false);
  }

  /** Returns the layer with a repeated forward pass. */
  public StepLayer withRecomputation() {
    return new StepLayer(name, number, forward, inputGradient, weightGradient, delayPs, true);
  }

  /**
   * Computation, followed by a collective.
   *
   * @param kind kind of the collective; null for none
   * @param sizeBytes a rank's whole buffer, or all parts together, in bytes
   */
  public record Step(long computePs, @Nullable CollectiveKind kind, RankGroup group, long sizeBytes) {
    /** No computation, and no collective. */
    public static final Step NONE = new Step(0, null, RankGroup.ALL, 0);

    /** Reports whether ranks communicate. */
    boolean talks(RankGroup.Division of) {
      return kind != null && sizeBytes > 0 && group.size(of) > 1;
    }
  }
}
