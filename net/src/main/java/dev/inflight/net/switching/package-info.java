/**
 * A switch: admission into its shared buffer, PFC pauses that it sends, queues, ECN marks, telemetry stamps. Read
 * {@link Switch} first, then {@link SharedBuffer}.
 */
@NullMarked
package dev.inflight.net.switching;

import org.jspecify.annotations.NullMarked;
