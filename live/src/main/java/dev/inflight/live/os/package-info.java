/** Interface to Linux: this package has all calls of C. Read {@link Libc} first. */
@NullMarked
package dev.inflight.live.os;

import org.jspecify.annotations.NullMarked;
