package dev.inflight.lab.graph.step;

/**
 * Division of ranks, and number of passes through their layers.
 *
 * @param stage ranks of one stage of the pipeline
 * @param stages number of stages of the pipeline, 1 or more
 * @param pieces number of pieces of the model in each stage: 1, or more where they are interleaved, so that micro-batches pass
 *   through all stages this number of times
 * @param microBatches micro-batches of a pass, 1 or more
 * @param stageCommBytes bytes that a rank of a stage sends to a rank of the next one for a micro-batch, and receives from it; no
 *   effect with one stage
 * @param accumulates true if weight gradients are summed over micro-batches and exchanged after the last one; otherwise after
 *   each one
 * @param passes number of forward and backward passes, 1 or more
 */
public record StepShape(RankGroup.Division stage, int stages, int pieces, int microBatches, long stageCommBytes,
    boolean accumulates, int passes) {
  /** Number of all ranks. */
  public int ranks() {
    return stage.ranks() * stages;
  }
}
