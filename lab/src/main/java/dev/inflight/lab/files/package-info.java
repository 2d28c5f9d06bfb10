/** Topology and flow files of the HPCC authors' simulator, its forks and htsim. Read {@link TopologyFile} first. */
@NullMarked
package dev.inflight.lab.files;

import org.jspecify.annotations.NullMarked;
