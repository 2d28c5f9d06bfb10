/**
 * Virtual time: {@link VirtualLoop} is the loop, with a subclass for each {@link TieOrder}; {@link Cable} is the wire; {@link
 * Fingerprint} is a sum over every packet-hop, the same for equal runs.
 */
@NullMarked
package dev.inflight.sim.loop;

import org.jspecify.annotations.NullMarked;
