/** Virtual time, cables, workloads, recording: the datapath as a simulator. */
@NullMarked
package dev.inflight.sim;

import org.jspecify.annotations.NullMarked;
