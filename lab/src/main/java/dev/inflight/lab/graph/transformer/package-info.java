/**
 * What GPUs do that train a transformer or serve it, from a few numbers: what they compute, and what they exchange. Read
 * {@link dev.inflight.lab.graph.transformer.TrainingFlows} first.
 */
@NullMarked
package dev.inflight.lab.graph.transformer;

import org.jspecify.annotations.NullMarked;
