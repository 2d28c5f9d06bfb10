/** AF_PACKET with a ring: {@link RingDevice} receives and sends, {@link ListeningDevice} only listens. */
@NullMarked
package dev.inflight.live.device.ring;

import org.jspecify.annotations.NullMarked;
