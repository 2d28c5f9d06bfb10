/**
 * Helpers for the layouts of several modules: {@link BigEndian} numbers, {@link Check range checks}, codes of rates, small generators. For
 * the modules of Inflight only.
 */
@NullMarked
package dev.inflight.telemetry.util;

import org.jspecify.annotations.NullMarked;
