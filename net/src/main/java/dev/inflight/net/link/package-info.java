/**
 * Packets, and the ports at both ends of a cable. Read {@link Packet} and {@link Port} first. Ports obey PFC pauses, and cables lose
 * packets here. {@link Packet.Kind} is the table of packets.
 */
@NullMarked
package dev.inflight.net.link;

import org.jspecify.annotations.NullMarked;
