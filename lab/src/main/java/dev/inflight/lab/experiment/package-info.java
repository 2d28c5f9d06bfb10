/** Runs that differ only in seed or ensemble member, and short names for them. Read {@link Experiment} first. */
@NullMarked
package dev.inflight.lab.experiment;

import org.jspecify.annotations.NullMarked;
