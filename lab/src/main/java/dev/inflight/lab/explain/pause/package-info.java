/** Times at which ports were paused by PFC, and queues at the root of pauses. */
@NullMarked
package dev.inflight.lab.explain.pause;

import org.jspecify.annotations.NullMarked;
