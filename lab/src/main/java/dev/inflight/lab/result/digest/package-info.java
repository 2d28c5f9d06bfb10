/** Digests of the files of a run: {@link dev.inflight.lab.result.digest.FileDigest} says what a file was when the run wrote it. */
@NullMarked
package dev.inflight.lab.result.digest;

import org.jspecify.annotations.NullMarked;
