/** Layouts of headers, one per file: Ethernet, IP, UDP, RoCEv2's transport headers, PFC. Start with {@link Bth}. */
@NullMarked
package dev.inflight.wire.header;

import org.jspecify.annotations.NullMarked;
