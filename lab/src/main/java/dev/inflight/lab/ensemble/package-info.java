/**
 * Ensembles: runs of one scenario with cables that differ by a few picoseconds, so that what chance does to results is seen. {@link EnsembleMember} is the
 * type to read first.
 */
@NullMarked
package dev.inflight.lab.ensemble;

import org.jspecify.annotations.NullMarked;
