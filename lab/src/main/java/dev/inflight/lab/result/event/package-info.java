/** Effects of events on the fabric of a run, in its results. */
@NullMarked
package dev.inflight.lab.result.event;

import org.jspecify.annotations.NullMarked;
