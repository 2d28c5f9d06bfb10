/** Topologies as files and tables: {@link TopologyFormat}, {@link TopologyTable}. */
@NullMarked
package dev.inflight.lab.fabric;

import org.jspecify.annotations.NullMarked;
