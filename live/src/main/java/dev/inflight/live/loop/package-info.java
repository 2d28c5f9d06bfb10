/** Event loop in real time. Read {@link RealLoop} first: it runs due events, and polls devices for frames in between. */
@NullMarked
package dev.inflight.live.loop;

import org.jspecify.annotations.NullMarked;
