/** AF_XDP: frames in memory that the kernel and we share. Read {@link XdpDevice} first. */
@NullMarked
package dev.inflight.live.device.xdp;

import org.jspecify.annotations.NullMarked;
