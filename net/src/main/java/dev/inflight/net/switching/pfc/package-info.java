/**
 * Memory of switches with PFC: reserved memory of ports, and thresholds for pausing and resuming. Read {@link PfcProfile} first;
 * a profile is one file and a line of {@link PfcProfiles}.
 */
@NullMarked
package dev.inflight.net.switching.pfc;

import org.jspecify.annotations.NullMarked;
