/**
 * Which of the packets that carry a telemetry header a switch port writes into, where that is not every one (draft-pan-tsvwg-hpccplus §6). Read
 * {@link StampGate} first.
 */
@NullMarked
package dev.inflight.net.switching.stamp;

import org.jspecify.annotations.NullMarked;
