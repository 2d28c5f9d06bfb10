/**
 * Headers of packets of queue pairs and of TCP besides packet numbers: objects that a packet makes on first use. Read {@link RdmaHeader}
 * first.
 */
@NullMarked
package dev.inflight.net.link.header;

import org.jspecify.annotations.NullMarked;
