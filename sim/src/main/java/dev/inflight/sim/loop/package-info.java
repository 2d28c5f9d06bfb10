/**
 * Virtual time: {@link VirtualLoop} is the loop, with a subclass for each {@link TieOrder}, {@link Cable} the wire, {@link Fingerprint} the
 * sum over every packet-hop that two equal runs share.
 */
@NullMarked
package dev.inflight.sim.loop;

import org.jspecify.annotations.NullMarked;
