/**
 * What a packet of a queue pair or of TCP says besides its numbers, as objects that a packet makes when they are first needed. Read
 * {@link RdmaHeader} first.
 */
@NullMarked
package dev.inflight.net.link.header;

import org.jspecify.annotations.NullMarked;
