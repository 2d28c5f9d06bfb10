/** TCP-INT: one TCP option in which switches leave word of the busiest hop, and hosts echo it. Start with {@link TcpIntOption}. */
@NullMarked
package dev.inflight.wire.header.tcpint;

import org.jspecify.annotations.NullMarked;
