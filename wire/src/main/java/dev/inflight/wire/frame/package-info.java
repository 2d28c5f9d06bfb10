/**
 * Parsing of frames, and forwarding of frames as switches do it. Read {@link FrameView} first: it parses the bytes of a frame and returns
 * the position of each header.
 */
@NullMarked
package dev.inflight.wire.frame;

import org.jspecify.annotations.NullMarked;
