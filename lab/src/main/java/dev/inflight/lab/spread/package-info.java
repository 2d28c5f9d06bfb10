/**
 * Spread between members of an ensemble: differences between runs that a few picoseconds cause. Start with
 * {@link EnsembleSpread}.
 */
@NullMarked
package dev.inflight.lab.spread;

import org.jspecify.annotations.NullMarked;
