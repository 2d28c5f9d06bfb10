/** Sweeps on Spark. */
@NullMarked
package dev.inflight.spark;

import org.jspecify.annotations.NullMarked;
