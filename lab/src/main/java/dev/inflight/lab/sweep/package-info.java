/** Sweeps: a scenario with lists where single values stand, run once for each combination. */
@NullMarked
package dev.inflight.lab.sweep;

import org.jspecify.annotations.NullMarked;
