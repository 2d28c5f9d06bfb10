/**
 * Real cables between ports that live in one process: what leaves a port becomes a frame and goes to a device, and what arrives there becomes
 * a packet again. Read {@link RealCables} first. Also what real links need that those of a simulation do not, for the programs at their ends: pauses that
 * end with their time.
 */
@NullMarked
package dev.inflight.live.cable;

import org.jspecify.annotations.NullMarked;
