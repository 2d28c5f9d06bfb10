/**
 * A switch: {@link Admission} to its memory, with or without PFC, and its ports, which stamp telemetry. Read {@link Switch}
 * first, then {@link PfcAdmission} and {@link SharedBuffer}. Queues and ECN marks have their own packages.
 */
@NullMarked
package dev.inflight.net.switching;

import org.jspecify.annotations.NullMarked;
