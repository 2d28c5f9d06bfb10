/** Choices of an endpoint about telemetry and its return. */
@NullMarked
package dev.inflight.live.report;

import org.jspecify.annotations.NullMarked;
