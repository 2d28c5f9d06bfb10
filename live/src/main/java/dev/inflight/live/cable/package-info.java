/**
 * Real cables between ports that live in one process: what leaves a port becomes a frame and goes to a device, and what arrives there becomes
 * a packet again. Read {@link RealCables} first.
 */
@NullMarked
package dev.inflight.live.cable;

import org.jspecify.annotations.NullMarked;
