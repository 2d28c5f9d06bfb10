/**
 * Real cables between ports in one process: a departing packet becomes a frame and goes to a device, and an arriving frame
 * becomes a packet again. Read {@link RealCables} first. Only real links need pauses that end after their time, for the programs
 * at their ends.
 */
@NullMarked
package dev.inflight.live.cable;

import org.jspecify.annotations.NullMarked;
