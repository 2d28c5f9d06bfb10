/**
 * Sets, times and ranks of numbered slots, with which a NIC finds the next of a million flows in few steps. Start with
 * {@link SlotSet}.
 */
@NullMarked
package dev.inflight.net.nic.slot;

import org.jspecify.annotations.NullMarked;
