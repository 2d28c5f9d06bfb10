/**
 * HPCC-PINT (SIGCOMM'20): one or two bytes per packet, into which switches combine the whole path's load. Read {@link PintFormat}
 * first.
 */
@NullMarked
package dev.inflight.telemetry.format.pint;

import org.jspecify.annotations.NullMarked;
