/**
 * Paths without queues, as base RTTs and ideal FCTs need them: {@link UnloadedPaths}, and {@link Reachability} where the question is only
 * whether there is one. Searches are shared between hosts with equal cables, and made when a path is first asked for.
 */
@NullMarked
package dev.inflight.net.fabric.unloaded;

import org.jspecify.annotations.NullMarked;
