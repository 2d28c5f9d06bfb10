/**
 * Finds everything in any frame, and passes frames on as a switch does. Read {@link FrameView} first: it is parsed over
 * the bytes of a frame and says where each header starts.
 */
@NullMarked
package dev.inflight.wire.frame;

import org.jspecify.annotations.NullMarked;
