/**
 * Places of packets, and states of senders, when a run ends with unfinished flows, as values that processes exchange. Read
 * {@link PortsAtEnd} first.
 */
@NullMarked
package dev.inflight.sim.stall;

import org.jspecify.annotations.NullMarked;
