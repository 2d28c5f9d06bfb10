/**
 * Frames through AF_PACKET: a ring from which received frames are copied, and messages to send. Read {@link PacketRingDevice} first.
 */
@NullMarked
package dev.inflight.live.device.ring;

import org.jspecify.annotations.NullMarked;
