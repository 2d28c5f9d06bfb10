/**
 * Training step as layers that ranks go through forward and back, in micro-batches and stages of a pipeline. Read
 * {@link dev.inflight.lab.graph.step.StepProgram} first.
 */
@NullMarked
package dev.inflight.lab.graph.step;

import org.jspecify.annotations.NullMarked;
