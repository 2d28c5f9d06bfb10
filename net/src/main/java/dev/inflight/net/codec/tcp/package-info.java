/** Frames of TCP: its segments, probes beside them, and what answers those. Read {@link TcpEncoder} first. */
@NullMarked
package dev.inflight.net.codec.tcp;

import org.jspecify.annotations.NullMarked;
