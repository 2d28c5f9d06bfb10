/** Parsing of frames, and forwarding of frames as in switches. Read {@link FrameView} first: it finds each header of a frame. */
@NullMarked
package dev.inflight.wire.frame;

import org.jspecify.annotations.NullMarked;
