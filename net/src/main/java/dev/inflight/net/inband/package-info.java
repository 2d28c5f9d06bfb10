/**
 * Which packets fetch telemetry from the switches of a path, and which bring it back (HPCC++, draft-miao-rtgwg-hpccplus §6.2). Read
 * {@link Carrier} first, then {@link HeaderChoice} and {@link ReportReturn}.
 */
@NullMarked
package dev.inflight.net.inband;

import org.jspecify.annotations.NullMarked;
