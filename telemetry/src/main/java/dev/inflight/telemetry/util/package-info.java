/**
 * Helpers for layouts in several modules: {@link BigEndian} numbers, {@link Check range checks}, rate codes, small generators.
 * For modules of Inflight only.
 */
@NullMarked
package dev.inflight.telemetry.util;

import org.jspecify.annotations.NullMarked;
