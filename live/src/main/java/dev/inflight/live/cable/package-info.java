/**
 * Real cables between ports in one process: a departing packet becomes a frame and goes to a device, and an arriving frame
 * becomes a packet again. Read {@link RealCables} first. The package also has pauses that end after their time, which only real
 * links need, for the programs at their ends.
 */
@NullMarked
package dev.inflight.live.cable;

import org.jspecify.annotations.NullMarked;
