/**
 * Choice of the telemetry headers that a switch port writes into, if not every one (draft-pan-tsvwg-hpccplus §6). Read
 * {@link StampGate} first.
 */
@NullMarked
package dev.inflight.net.switching.stamp;

import org.jspecify.annotations.NullMarked;
