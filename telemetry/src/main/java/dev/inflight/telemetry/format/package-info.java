/** List of all telemetry formats: a new one adds its package and a line of {@link Formats}. */
@NullMarked
package dev.inflight.telemetry.format;

import org.jspecify.annotations.NullMarked;
