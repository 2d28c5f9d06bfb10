package dev.inflight.lab.graph.transformer;

/**
 * How a model is divided among ranks.
 *
 * @param tensor ranks that share each matrix
 * @param stages of the pipeline, each with as many layers
 * @param data ranks that have the same weights
 * @param expert of those, ranks that have different experts
 * @param sequence whether the ranks that share matrices also share the tokens between them
 * @param sharded whether each of the ranks with the same weights keeps a part of the optimizer (ZeRO-1): they scatter sums of gradients and gather
 *     weights, and otherwise sum gradients
 * @param overlaps whether gradients are exchanged layer by layer while others are computed; otherwise all of them behind the last one
 * @param recomputes whether layers keep only what they start with, and do their forward pass again before they go back
 * @param gradientBytes of a gradient
 */
record Parallelism(int tensor, int stages, int data, int expert, boolean sequence, boolean sharded, boolean overlaps,
    boolean recomputes, long gradientBytes) {
}
