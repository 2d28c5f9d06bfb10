/**
 * Devices that receive and send frames. Read {@link Device} first: one interface of the machine, for every kind of kernel
 * interface; {@link FrameMemory} holds their frames.
 */
@NullMarked
package dev.inflight.live.device;

import org.jspecify.annotations.NullMarked;
