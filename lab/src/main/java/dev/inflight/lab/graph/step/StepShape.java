package dev.inflight.lab.graph.step;

/**
 * How ranks are divided, and how often they go through their layers.
 *
 * @param stage the ranks of one stage of the pipeline
 * @param stages of the pipeline, 1 or more
 * @param pieces of the model that each stage has: 1, or more where they are interleaved, so that micro-batches go through all stages so often
 * @param microBatches of a pass, 1 or more
 * @param stageCommBytes what a rank of a stage sends to that of the next one for a micro-batch, and gets back; of one stage without effect
 * @param accumulates whether weight gradients are summed over micro-batches and exchanged behind the last one; otherwise behind each
 * @param passes how often ranks go forward and back, 1 or more
 */
public record StepShape(RankGroup.Division stage, int stages, int pieces, int microBatches, long stageCommBytes,
    boolean accumulates, int passes) {
  /** All ranks. */
  public int ranks() {
    return stage.ranks() * stages;
  }
}
