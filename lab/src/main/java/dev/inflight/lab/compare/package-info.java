/** Comparisons of runs of the same flows. Read {@link Comparison} first. */
@NullMarked
package dev.inflight.lab.compare;

import org.jspecify.annotations.NullMarked;
