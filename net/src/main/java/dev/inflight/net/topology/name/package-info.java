/** Names of a topology's nodes: {@link NodeNames}. */
@NullMarked
package dev.inflight.net.topology.name;

import org.jspecify.annotations.NullMarked;
