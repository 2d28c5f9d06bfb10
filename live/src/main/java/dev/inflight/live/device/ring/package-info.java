/** AF_PACKET with a ring: {@link RingDevice}. */
@NullMarked
package dev.inflight.live.device.ring;

import org.jspecify.annotations.NullMarked;
