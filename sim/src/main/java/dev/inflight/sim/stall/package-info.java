/** Places of packets and states of senders at the end of a run with unfinished flows. Read {@link PortsAtEnd} first. */
@NullMarked
package dev.inflight.sim.stall;

import org.jspecify.annotations.NullMarked;
