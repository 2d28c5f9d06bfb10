/**
 * What layouts of several modules are written with: {@link BigEndian} numbers,
 * {@link Check ranges}, codes of rates, small generators. For the modules of Inflight only.
 */
@NullMarked
package dev.inflight.telemetry.util;

import org.jspecify.annotations.NullMarked;
