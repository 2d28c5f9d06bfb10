/** Return of the report in an acknowledgement, and its authentication. Read {@link Reflection} first, then {@link ReportMac}. */
@NullMarked
package dev.inflight.telemetry.report;

import org.jspecify.annotations.NullMarked;
