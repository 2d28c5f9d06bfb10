/**
 * Frames through AF_XDP: rings of descriptors that the kernel and we share, of frames in memory that we share too. Read {@link XdpDevice} first.
 */
@NullMarked
package dev.inflight.live.device.xdp;

import org.jspecify.annotations.NullMarked;
