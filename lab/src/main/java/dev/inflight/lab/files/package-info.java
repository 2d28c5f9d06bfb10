/** Topology and flow files of the HPCC authors' simulator. Read {@link TopologyFile} first. */
@NullMarked
package dev.inflight.lab.files;

import org.jspecify.annotations.NullMarked;
