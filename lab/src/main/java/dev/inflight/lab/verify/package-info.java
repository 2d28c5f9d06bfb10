/** Comparison of runs with {@code fidelity: fast} and full runs of the same scenario. {@link VerifiedPair} is the type to read first. */
@NullMarked
package dev.inflight.lab.verify;

import org.jspecify.annotations.NullMarked;
