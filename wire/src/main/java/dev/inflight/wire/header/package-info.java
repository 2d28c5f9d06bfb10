/** Layouts of headers, one file each: Ethernet, IP, UDP, RoCEv2's transport headers, PFC, and their checksums. Start with {@link Bth}. */
@NullMarked
package dev.inflight.wire.header;

import org.jspecify.annotations.NullMarked;
