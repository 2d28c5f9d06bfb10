/**
 * Ensembles: runs of one scenario whose cables differ by a few picoseconds, so that what chance does to results is seen. {@link EnsembleMember} is the
 * type to read first.
 */
@NullMarked
package dev.inflight.lab.ensemble;

import org.jspecify.annotations.NullMarked;
