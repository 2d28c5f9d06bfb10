/** In-band Network Telemetry of the P4 working group, version 2.1: read {@link IntFormat} first. */
@NullMarked
package dev.inflight.telemetry.format.p4int;

import org.jspecify.annotations.NullMarked;
