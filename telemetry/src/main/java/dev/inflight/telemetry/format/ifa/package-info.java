/** Inband Flow Analyzer (draft-kumar-ippm-ifa): read {@link IfaFormat} first. */
@NullMarked
package dev.inflight.telemetry.format.ifa;

import org.jspecify.annotations.NullMarked;
