/**
 * Everything cabled: {@link Fabric} builds hosts, switches and ports of a topology, and starts flows. Beside it: paths
 * without queues, as base RTTs and ideal FCTs need them.
 */
@NullMarked
package dev.inflight.net.fabric;

import org.jspecify.annotations.NullMarked;
