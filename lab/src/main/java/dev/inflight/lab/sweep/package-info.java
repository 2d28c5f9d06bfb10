/** Sweeps: scenarios with lists for single-valued keys, run once per combination. */
@NullMarked
package dev.inflight.lab.sweep;

import org.jspecify.annotations.NullMarked;
