/** All figures of the paper by their names: {@link Figures}. */
@NullMarked
package dev.inflight.reproduction.index;

import org.jspecify.annotations.NullMarked;
