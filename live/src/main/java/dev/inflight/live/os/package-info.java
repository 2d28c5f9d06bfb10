/**
 * The functions of Linux' C library that devices need, through {@code java.lang.foreign}. Read {@link Libc} first.
 */
@NullMarked
package dev.inflight.live.os;

import org.jspecify.annotations.NullMarked;
