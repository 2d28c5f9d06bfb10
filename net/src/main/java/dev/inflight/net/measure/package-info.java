/** How a value that a run counts is declared: {@link dev.inflight.net.measure.Measure}. */
@NullMarked
package dev.inflight.net.measure;

import org.jspecify.annotations.NullMarked;
