/** Traffic files of other simulators, as graphs of operations. Read {@link dev.inflight.lab.graph.TraceFlows} first. */
@NullMarked
package dev.inflight.lab.graph;

import org.jspecify.annotations.NullMarked;
