/** When what is explained starts. */
@NullMarked
package dev.inflight.lab.explain.start;

import org.jspecify.annotations.NullMarked;
