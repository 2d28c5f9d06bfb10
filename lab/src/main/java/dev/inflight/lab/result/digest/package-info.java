/**
 * Digests of the files of a run: {@link dev.inflight.lab.result.digest.FileDigest} identifies a file's content at the time when the run
 * wrote it.
 */
@NullMarked
package dev.inflight.lab.result.digest;

import org.jspecify.annotations.NullMarked;
