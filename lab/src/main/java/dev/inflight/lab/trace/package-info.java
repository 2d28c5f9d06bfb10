/** Traces that ui.perfetto.dev opens: tracks with slices, counters, and arrows between slices. */
@NullMarked
package dev.inflight.lab.trace;

import org.jspecify.annotations.NullMarked;
