/**
 * How an acknowledgement brings the report back, and how its sender knows that the receiver wrote it. Read
 * {@link Reflection} first, then {@link ReportMac}.
 */
@NullMarked
package dev.inflight.telemetry.report;

import org.jspecify.annotations.NullMarked;
