/** {@code inflight live} and what is behind it. */
@NullMarked
package dev.inflight.lab.cli.live;

import org.jspecify.annotations.NullMarked;
