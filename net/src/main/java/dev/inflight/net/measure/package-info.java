/** Declaration of the values that a run counts: {@link dev.inflight.net.measure.Measure}. */
@NullMarked
package dev.inflight.net.measure;

import org.jspecify.annotations.NullMarked;
