/** Random streams as the authors' simulator draws them, and losses. Begin with {@link Mrg32k3a}. */
@NullMarked
package dev.inflight.sim.random;

import org.jspecify.annotations.NullMarked;
