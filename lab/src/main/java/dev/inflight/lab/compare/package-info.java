/** Runs of the same flows beside each other. Read {@link Comparison} first. */
@NullMarked
package dev.inflight.lab.compare;

import org.jspecify.annotations.NullMarked;
