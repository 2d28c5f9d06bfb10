/**
 * What frames come from and go to. Read {@link Device} first: one interface of the machine, whichever way the kernel is asked for its frames;
 * {@link FrameMemory} is where they stand.
 */
@NullMarked
package dev.inflight.live.device;

import org.jspecify.annotations.NullMarked;
