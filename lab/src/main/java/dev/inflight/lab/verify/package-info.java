/** Comparison of full runs with runs of {@code fidelity: fast} of the same scenario. Start with {@link VerifiedPair}. */
@NullMarked
package dev.inflight.lab.verify;

import org.jspecify.annotations.NullMarked;
