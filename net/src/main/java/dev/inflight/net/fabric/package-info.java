/**
 * The whole network: {@link Fabric} builds hosts, switches and ports of a topology, and starts flows. The package also has paths
 * without queues, for base RTTs and ideal FCTs.
 */
@NullMarked
package dev.inflight.net.fabric;

import org.jspecify.annotations.NullMarked;
