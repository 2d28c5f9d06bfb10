/** AF_XDP: frames in memory shared with the kernel. Read {@link XdpDevice} first. */
@NullMarked
package dev.inflight.live.device.xdp;

import org.jspecify.annotations.NullMarked;
