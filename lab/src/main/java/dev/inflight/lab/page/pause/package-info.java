/** Pause propagation: causes of PFC pauses along shortest paths. {@link dev.inflight.lab.page.pause.PauseForest} finds them. */
@NullMarked
package dev.inflight.lab.page.pause;

import org.jspecify.annotations.NullMarked;
