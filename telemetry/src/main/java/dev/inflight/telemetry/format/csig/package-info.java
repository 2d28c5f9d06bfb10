/**
 * CSIG tags of two widths: one question about a path, which its worst link answers (draft-ravi-ippm-csig). Read
 * {@link CsigFormat} first.
 */
@NullMarked
package dev.inflight.telemetry.format.csig;

import org.jspecify.annotations.NullMarked;
