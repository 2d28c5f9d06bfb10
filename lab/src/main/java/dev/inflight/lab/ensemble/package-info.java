/**
 * Ensembles: runs of one scenario with cables that differ by a few picoseconds, to show the effect of chance on results. Read
 * {@link EnsembleMember} first.
 */
@NullMarked
package dev.inflight.lab.ensemble;

import org.jspecify.annotations.NullMarked;
