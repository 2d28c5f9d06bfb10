/**
 * Whether runs with {@code fidelity: fast} come to what full runs of the same scenario come to. {@link VerifiedPair} is the type to read first.
 */
@NullMarked
package dev.inflight.lab.verify;

import org.jspecify.annotations.NullMarked;
