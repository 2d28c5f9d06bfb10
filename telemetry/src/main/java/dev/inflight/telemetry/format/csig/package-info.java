/**
 * CSIG tags of two widths: one question about a path, answered by its worst link (draft-ravi-ippm-csig). Read
 * {@link CsigFormat} first.
 */
@NullMarked
package dev.inflight.telemetry.format.csig;

import org.jspecify.annotations.NullMarked;
