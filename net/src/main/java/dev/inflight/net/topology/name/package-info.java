/** How people call the nodes of a topology: {@link NodeNames}. */
@NullMarked
package dev.inflight.net.topology.name;

import org.jspecify.annotations.NullMarked;
