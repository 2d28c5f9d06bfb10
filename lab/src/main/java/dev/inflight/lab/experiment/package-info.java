/** Runs that differ in nothing but the seed or the member of an ensemble, and short names for them by what differs. {@link Experiment} is the type to read first. */
@NullMarked
package dev.inflight.lab.experiment;

import org.jspecify.annotations.NullMarked;
