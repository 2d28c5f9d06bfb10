/** The command {@code inflight live} and its implementation. */
@NullMarked
package dev.inflight.livetools.cli;

import org.jspecify.annotations.NullMarked;
