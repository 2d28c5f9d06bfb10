/**
 * A switch: {@link Admission} into its memory, with PFC pauses or without, and its ports, which stamp telemetry. Read {@link Switch} first,
 * then {@link PfcAdmission} and {@link SharedBuffer}. Queues and ECN marks have separate packages below.
 */
@NullMarked
package dev.inflight.net.switching;

import org.jspecify.annotations.NullMarked;
