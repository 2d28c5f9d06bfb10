/** Ordinary UDP sockets: {@link UdpDevice}. */
@NullMarked
package dev.inflight.live.device.udp;

import org.jspecify.annotations.NullMarked;
