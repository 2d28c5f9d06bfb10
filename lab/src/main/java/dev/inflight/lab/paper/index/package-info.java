/** All figures of the paper by their names: {@link Figures}. */
@NullMarked
package dev.inflight.lab.paper.index;

import org.jspecify.annotations.NullMarked;
