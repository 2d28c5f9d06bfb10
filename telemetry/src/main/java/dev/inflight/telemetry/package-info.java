/**
 * Telemetry of a path. Read {@link TelemetryFormat} first. In a network, a {@link TelemetryCodec} starts a header, lets each
 * switch stamp it, and reads it into {@link Hops}. The packages below {@code telemetry.format} contain the formats.
 */
@NullMarked
package dev.inflight.telemetry;

import org.jspecify.annotations.NullMarked;
