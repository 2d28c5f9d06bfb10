/** Breakdown of a flow's completion time: a repeated run that traces every packet of the flow. */
@NullMarked
package dev.inflight.lab.explain;

import org.jspecify.annotations.NullMarked;
