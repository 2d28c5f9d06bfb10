/**
 * IOAM traces, pre-allocated and incremental (RFC 9197, RFC 9486). {@link IoamFormat} is the format to
 * read first, {@link IoamStamper} what a node writes; the describers spell out any trace of others.
 */
@NullMarked
package dev.inflight.telemetry.format.ioam;

import org.jspecify.annotations.NullMarked;
