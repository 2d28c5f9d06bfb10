/**
 * IOAM traces, pre-allocated and incremental (RFC 9197, RFC 9486). Read {@link IoamFormat} first. {@link IoamStamper} writes a
 * node's data; the describers print any trace, including those of other devices.
 */
@NullMarked
package dev.inflight.telemetry.format.ioam;

import org.jspecify.annotations.NullMarked;
