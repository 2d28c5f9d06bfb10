/** Names that scenarios give to nodes: {@link NodeNaming}. */
@NullMarked
package dev.inflight.lab.scenario.names;

import org.jspecify.annotations.NullMarked;
