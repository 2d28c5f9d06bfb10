/** Random streams: those of workloads ({@link Randoms}), those that the authors' simulator draws ({@link Mrg32k3a}), and losses. */
@NullMarked
package dev.inflight.sim.random;

import org.jspecify.annotations.NullMarked;
