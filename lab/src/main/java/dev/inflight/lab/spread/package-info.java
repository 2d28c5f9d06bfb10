/**
 * Spread of the members of an ensemble: the differences between runs that a few picoseconds cause. {@link EnsembleSpread} is the type to
 * read first.
 */
@NullMarked
package dev.inflight.lab.spread;

import org.jspecify.annotations.NullMarked;
