/** Layouts of TCP: its header, its options, and the header of probes and their answers. Start with {@link TcpHeader}. */
@NullMarked
package dev.inflight.wire.header.tcp;

import org.jspecify.annotations.NullMarked;
