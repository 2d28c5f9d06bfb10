/** A simulated packet as the bytes of a frame, and back. Read {@link FrameEncoder} first, then {@link FrameDecoder}. */
@NullMarked
package dev.inflight.net.codec;

import org.jspecify.annotations.NullMarked;
