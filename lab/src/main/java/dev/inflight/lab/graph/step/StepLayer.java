package dev.inflight.lab.graph.step;

import dev.inflight.sim.graph.CollectiveKind;
import org.jspecify.annotations.Nullable;

/**
 * A layer of a training step, or a part of one.
 *
 * @param name what it is called; several layers may have the same
 * @param number behind its name in results: the line of a file, or the layer of a model
 * @param forward what a rank does in the forward pass
 * @param inputGradient in the backward pass, first
 * @param weightGradient in the backward pass, then
 * @param delayPs how long after the end of each of its collectives that counts as done
 * @param recomputed whether what it kept for the backward pass is made anew then: its forward pass is done again, behind that of the parts before it
 */
public record StepLayer(String name, int number, Step forward, Step inputGradient, Step weightGradient, long delayPs,
    boolean recomputed) {
  /** One that keeps what the backward pass needs. */
  public StepLayer(String name, int number, Step forward, Step inputGradient, Step weightGradient, long delayPs) {
    this(name, number, forward, inputGradient, weightGradient, delayPs, false);
  }

  /** The same, of which the forward pass is done again. */
  public StepLayer withRecomputation() {
    return new StepLayer(name, number, forward, inputGradient, weightGradient, delayPs, true);
  }

  /**
   * Computation and a collective behind it.
   *
   * @param kind null for none
   * @param sizeBytes a rank's whole buffer, or all parts together
   */
  public record Step(long computePs, @Nullable CollectiveKind kind, RankGroup group, long sizeBytes) {
    /** Nothing to compute, and no collective. */
    public static final Step NONE = new Step(0, null, RankGroup.ALL, 0);

    /** Whether ranks talk. */
    boolean talks(RankGroup.Division of) {
      return kind != null && sizeBytes > 0 && group.size(of) > 1;
    }
  }
}
