/**
 * IOAM traces, pre-allocated and incremental (RFC 9197, RFC 9486). Read {@link IoamFormat} first. {@link IoamStamper} writes the data of a
 * node; the describers turn any trace, including those of other devices, into text.
 */
@NullMarked
package dev.inflight.telemetry.format.ioam;

import org.jspecify.annotations.NullMarked;
