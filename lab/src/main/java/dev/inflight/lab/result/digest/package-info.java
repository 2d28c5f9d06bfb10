/** Digests of a run's files at the time when the run wrote them. Start with {@link dev.inflight.lab.result.digest.FileDigest}. */
@NullMarked
package dev.inflight.lab.result.digest;

import org.jspecify.annotations.NullMarked;
