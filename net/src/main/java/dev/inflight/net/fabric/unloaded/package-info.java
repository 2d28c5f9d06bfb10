/**
 * Paths without queues, for base RTTs and ideal FCTs: {@link UnloadedPaths}, and {@link Reachability} for the mere existence of a
 * path. Hosts with equal cables share searches, which are made on first use.
 */
@NullMarked
package dev.inflight.net.fabric.unloaded;

import org.jspecify.annotations.NullMarked;
