/** Telemetry at an interface: {@code inflight watch}. Read {@link TelemetryCollector} first. */
@NullMarked
package dev.inflight.livetools.watch;

import org.jspecify.annotations.NullMarked;
