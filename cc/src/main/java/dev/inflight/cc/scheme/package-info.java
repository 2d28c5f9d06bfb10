/** The list of all schemes: a new one adds its file and a line of {@link Schemes}. */
@NullMarked
package dev.inflight.cc.scheme;

import org.jspecify.annotations.NullMarked;
