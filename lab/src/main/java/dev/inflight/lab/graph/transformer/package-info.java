/**
 * Programs of GPUs that train or serve a transformer, from a few numbers: computation and messages. Read
 * {@link dev.inflight.lab.graph.transformer.TrainingFlows} first.
 */
@NullMarked
package dev.inflight.lab.graph.transformer;

import org.jspecify.annotations.NullMarked;
