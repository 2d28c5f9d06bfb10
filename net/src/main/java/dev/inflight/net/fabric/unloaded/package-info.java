/**
 * Paths without queues, for base RTTs and ideal FCTs: {@link UnloadedPaths}, and {@link Reachability} for the mere existence of a path.
 * Searches are shared between hosts with equal cables, and made on first use.
 */
@NullMarked
package dev.inflight.net.fabric.unloaded;

import org.jspecify.annotations.NullMarked;
