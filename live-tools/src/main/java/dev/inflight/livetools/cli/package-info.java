/** {@code inflight live} and what is behind it. */
@NullMarked
package dev.inflight.livetools.cli;

import org.jspecify.annotations.NullMarked;
