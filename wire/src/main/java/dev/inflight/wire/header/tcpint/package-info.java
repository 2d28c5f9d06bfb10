/** TCP-INT: a TCP option in which switches record the busiest hop, and hosts echo it. Start with {@link TcpIntOption}. */
@NullMarked
package dev.inflight.wire.header.tcpint;

import org.jspecify.annotations.NullMarked;
