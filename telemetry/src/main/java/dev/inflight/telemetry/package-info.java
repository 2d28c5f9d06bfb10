/**
 * Telemetry of a path, and the report that it is read into. Read {@link TelemetryFormat} first: in a network it is a {@link
 * TelemetryCodec}, which starts a header, lets each switch stamp it, and reads it into {@link Hops}. The packages below {@code
 * telemetry.format} contain the formats.
 */
@NullMarked
package dev.inflight.telemetry;

import org.jspecify.annotations.NullMarked;
