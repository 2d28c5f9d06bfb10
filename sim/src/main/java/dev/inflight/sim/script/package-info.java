/**
 * Programs that are unrolled while they run: {@link dev.inflight.sim.script.Script} has the steps of all ranks, and makes the
 * operations of a piece of a step when the first of its ranks comes to it. {@link dev.inflight.sim.script.ScriptBuilder} makes
 * scripts.
 */
@NullMarked
package dev.inflight.sim.script;

import org.jspecify.annotations.NullMarked;
