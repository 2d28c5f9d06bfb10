/**
 * Where packets and senders are when a run ends with flows that have not finished, as values that processes exchange. Read
 * {@link PortsAtEnd} first.
 */
@NullMarked
package dev.inflight.sim.stall;

import org.jspecify.annotations.NullMarked;
