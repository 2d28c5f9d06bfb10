/**
 * How far the members of an ensemble are apart: which differences between runs a few picoseconds make. {@link EnsembleSpread} is the type to read first.
 */
@NullMarked
package dev.inflight.lab.spread;

import org.jspecify.annotations.NullMarked;
