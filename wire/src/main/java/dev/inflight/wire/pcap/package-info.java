/** Reading and writing of capture files: pcap, pcapng, gzip'd ones. Read {@link CaptureReader} first. */
@NullMarked
package dev.inflight.wire.pcap;

import org.jspecify.annotations.NullMarked;
