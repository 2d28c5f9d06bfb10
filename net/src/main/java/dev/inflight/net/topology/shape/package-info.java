/** The list of shapes: {@link Topologies}. */
@NullMarked
package dev.inflight.net.topology.shape;

import org.jspecify.annotations.NullMarked;
