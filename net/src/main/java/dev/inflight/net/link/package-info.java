/**
 * What crosses a cable, and the ports at its ends. Read {@link Packet} and {@link Port} first. PFC
 * pauses are obeyed here, packets that a cable loses are lost here. {@link Packet.Kind} is the table of
 * packets.
 */
@NullMarked
package dev.inflight.net.link;

import org.jspecify.annotations.NullMarked;
