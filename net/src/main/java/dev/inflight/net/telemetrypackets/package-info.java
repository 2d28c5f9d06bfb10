/**
 * Packets that collect telemetry from the switches of a path (HPCC++, draft-miao-rtgwg-hpccplus §6.2.1). Read
 * {@link TelemetryPackets} first, then {@link HeaderChoice}.
 */
@NullMarked
package dev.inflight.net.telemetrypackets;

import org.jspecify.annotations.NullMarked;
