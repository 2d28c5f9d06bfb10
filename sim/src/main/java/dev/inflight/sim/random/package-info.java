/** Random streams of workloads ({@link Randoms}) and of the authors' simulator ({@link Mrg32k3a}), and losses. */
@NullMarked
package dev.inflight.sim.random;

import org.jspecify.annotations.NullMarked;
