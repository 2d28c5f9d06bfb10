/** Start times of explained flows and messages. */
@NullMarked
package dev.inflight.lab.explain.start;

import org.jspecify.annotations.NullMarked;
