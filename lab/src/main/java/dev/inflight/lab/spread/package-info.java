/** Differences between members of an ensemble, which a few picoseconds cause. Start with {@link EnsembleSpread}. */
@NullMarked
package dev.inflight.lab.spread;

import org.jspecify.annotations.NullMarked;
