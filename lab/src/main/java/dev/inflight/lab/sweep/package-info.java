/** Sweeps: scenarios with lists in places of single values, run once for each combination. */
@NullMarked
package dev.inflight.lab.sweep;

import org.jspecify.annotations.NullMarked;
