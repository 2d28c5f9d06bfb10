package dev.inflight.lab.graph.transformer;

/**
 * Division of a model among ranks.
 *
 * @param tensor number of ranks that share each matrix
 * @param stages number of stages of the pipeline, each with equally many layers
 * @param data number of ranks with the same weights
 * @param expert number of these ranks with different experts
 * @param sequence true if the ranks that share matrices also share the tokens between them
 * @param sharded true if each of the ranks with the same weights keeps a part of the optimizer (ZeRO-1): they scatter sums of
 *   gradients and gather weights; otherwise they sum gradients
 * @param overlaps true if gradients are exchanged layer by layer while others are computed; otherwise all after the last one
 * @param recomputes true if layers keep only their inputs, and repeat their forward pass before the backward pass
 * @param gradientBytes bytes of a gradient
 */
record Parallelism(int tensor, int stages, int data, int expert, boolean sequence, boolean sharded, boolean overlaps,
    boolean recomputes, long gradientBytes) {
}
