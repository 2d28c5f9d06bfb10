/**
 * Division of the memory of switches with PFC: reserved memory of a port, and its thresholds for pausing and resuming. Read
 * {@link PfcProfile} first; a profile is one file and a line of {@link PfcProfiles}.
 */
@NullMarked
package dev.inflight.net.switching.pfc;

import org.jspecify.annotations.NullMarked;
