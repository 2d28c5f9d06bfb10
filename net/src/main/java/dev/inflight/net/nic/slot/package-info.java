/**
 * Sets, times and ranks of numbered slots, by which a NIC finds the next of a million flows in few steps. Read {@link SlotSet}
 * first.
 */
@NullMarked
package dev.inflight.net.nic.slot;

import org.jspecify.annotations.NullMarked;
