/** Event loop in real time: {@link RealLoop} runs events when they are due, and polls devices for frames in between. Read it first. */
@NullMarked
package dev.inflight.live.loop;

import org.jspecify.annotations.NullMarked;
