/**
 * Packets, and the ports at both ends of a cable, which obey PFC pauses; cables may lose packets. Read {@link Packet} and
 * {@link Port} first. {@link Packet.Kind} lists all kinds of packets.
 */
@NullMarked
package dev.inflight.net.link;

import org.jspecify.annotations.NullMarked;
