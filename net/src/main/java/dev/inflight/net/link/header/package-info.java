/**
 * Headers of packets of queue pairs and of TCP in addition to packet numbers; a packet makes them on first use. Read
 * {@link RdmaHeader} first.
 */
@NullMarked
package dev.inflight.net.link.header;

import org.jspecify.annotations.NullMarked;
