/** Real time: {@link RealLoop} runs events when they are due, and asks devices for frames in between. Read that first. */
@NullMarked
package dev.inflight.live.loop;

import org.jspecify.annotations.NullMarked;
