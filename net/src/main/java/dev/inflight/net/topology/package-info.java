/**
 * Topologies: nodes and cables of shapes with parameters. A new shape adds its file and a line of
 * {@link dev.inflight.net.topology.shape.Topologies}.
 */
@NullMarked
package dev.inflight.net.topology;

import org.jspecify.annotations.NullMarked;
