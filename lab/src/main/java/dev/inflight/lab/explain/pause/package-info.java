/** When ports were paused by PFC, and which queue was the root of a pause. */
@NullMarked
package dev.inflight.lab.explain.pause;

import org.jspecify.annotations.NullMarked;
