/** Topology and flow files of the HPCC authors' simulator, and topology files of SimAI and htsim. Read {@link TopologyFile} first. */
@NullMarked
package dev.inflight.lab.files;

import org.jspecify.annotations.NullMarked;
