/** Frames of TCP: its segments, probes, and answers to both. Read {@link TcpEncoder} first. */
@NullMarked
package dev.inflight.net.codec.tcp;

import org.jspecify.annotations.NullMarked;
