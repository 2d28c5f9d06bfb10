/** The list of all telemetry formats: a new one adds its room and a line of {@link Formats}. */
@NullMarked
package dev.inflight.telemetry.format;

import org.jspecify.annotations.NullMarked;
