/** What Linux is asked for: all that calls C is here. Read {@link Libc} first. */
@NullMarked
package dev.inflight.live.os;

import org.jspecify.annotations.NullMarked;
